-- Reserve the host's next start for a lease and move the lease's deadline behind it.
-- KEYS     of a lane
-- ARGV     of a lane, item, fence, max_wait_ms, lease_ms
-- Returns  {"slot", wait_ms}, {"far", wait_ms} with nothing reserved, or {"lost", 0}
local lease = lane .. '|' .. ARGV[5] .. '|' .. ARGV[6]
local deadline = tonumber(redis.call('ZSCORE', LEASES, lease) or 0)
if deadline <= now or not is_open() then
  return {'lost', 0}
end
local slot = math.max(now, number(HOST, 'next'), number(HOST, 'held_until'))
if slot - now > tonumber(ARGV[7]) then
  return {'far', slot - now}
end
redis.call('HSET', HOST, 'next', slot + number(LANE, 'interval') + number(LANE, 'guard'))
redis.call('ZADD', LEASES, slot + ARGV[8], lease)
return {'slot', slot - now}
