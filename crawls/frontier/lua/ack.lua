-- Close a lease: free its place, move the pace on, hold the host, add entries.
-- KEYS     of a lane
-- ARGV     of a lane, item, fence, hold_ms, expected pace state, then the new pace: state,
--          interval_ms, guard_ms, max_in_flight (all five "" = keep); then score and item of each entry
-- Returns  {"acked", needs_refill}, {"stale", 0} or {"repaced", 0} when another ack moved the pace first
local item, fence = ARGV[5], ARGV[6]
if redis.call('HGET', HELD, item) ~= fence then
  return {'stale', 0}
end
if ARGV[10] ~= '' then
  if redis.call('HGET', LANE, 'pace') ~= ARGV[8] then
    return {'repaced', 0}
  end
  redis.call('HSET', LANE, 'pace', ARGV[9], 'interval', ARGV[10], 'guard', ARGV[11],
    'max_in_flight', ARGV[12])
end
local lease = lane .. '|' .. item .. '|' .. fence
redis.call('HDEL', HELD, item)
redis.call('ZREM', LEASES, lease)
if redis.call('HGET', HOST, 'starting') == lease then
  redis.call('HSET', HOST, 'starting_until', 0)
end
for _, key in ipairs({LANE, HOST}) do
  if number(key, 'in_flight') > 0 then
    redis.call('HINCRBY', key, 'in_flight', -1)
  end
end
hold_host(tonumber(ARGV[7]))
forget_idle_host()
if is_open() then
  add_entries(13)
end
arm()
return {'acked', needs_refill()}
