-- Grant a lease its start, or say when to ask again; a grant moves the lease's deadline.
-- KEYS     of a lane
-- ARGV     of a lane, item, fence, max_wait_ms, lease_ms
-- Returns  {"granted", 0}, {"wait", wait_ms}, {"far", wait_ms} or {"lost", 0}
local lease = lane .. '|' .. ARGV[5] .. '|' .. ARGV[6]
local deadline = tonumber(redis.call('ZSCORE', LEASES, lease) or 0)
if deadline <= now or not is_open() then
  return {'lost', 0}
end
local step = number(LANE, 'interval') + number(LANE, 'guard')
local wait = math.max(number(HOST, 'next'), number(HOST, 'held_until')) - now
local starting = number(HOST, 'starting_until') - now
if wait <= 0 and starting > 0 and redis.call('HGET', HOST, 'starting') ~= lease then
  wait = math.max(math.min(step, starting), 1)
end
if wait > tonumber(ARGV[7]) then
  return {'far', wait}
end
if wait > 0 then
  return {'wait', wait}
end
redis.call('HSET', HOST, 'next', now + step, 'starting', lease, 'starting_until', now + STARTING_MS)
redis.call('ZADD', LEASES, now + ARGV[8], lease)
return {'granted', 0}
