-- Give accounts whose first lane has come due their place in the turns; say whose turn it is.
-- KEYS     gate, turns, waiting, spent
-- ARGV     epoch, now_ms, limit
-- Returns  {now, ms until something is due (-1: nothing is), account, virtual time, account, ...}
local turn = redis.call('HGET', KEYS[1], 'turn')
local woken = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, WAKE_LIMIT)
for _, account in ipairs(woken) do
  local spent = redis.call('HGET', KEYS[4], account) or 0
  redis.call('ZADD', KEYS[2], math.max(spent, turn), account)
  redis.call('ZREM', KEYS[3], account)
  redis.call('HDEL', KEYS[4], account)
end
local next_due = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2]
local wake_in = next_due and math.max(next_due - now, 0) or -1
if redis.call('EXISTS', KEYS[2]) == 1 then
  wake_in = 0
end
local reply = {now, wake_in}
if tonumber(ARGV[3]) > 0 then
  local turns = redis.call('ZRANGE', KEYS[2], 0, ARGV[3] - 1, 'WITHSCORES')
  for _, value in ipairs(turns) do
    reply[#reply + 1] = value
  end
end
return reply
