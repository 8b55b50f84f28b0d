-- Count the host's clock from a request that was written just now.
-- KEYS     of a lane
-- ARGV     of a lane, item, fence
-- Returns  1
local step = number(LANE, 'interval') + number(LANE, 'guard')
if redis.call('EXISTS', LANE) == 1 then
  redis.call('HSET', HOST, 'next', math.max(number(HOST, 'next'), now + step))
end
if redis.call('HGET', HOST, 'starting') == lane .. '|' .. ARGV[5] .. '|' .. ARGV[6] then
  redis.call('HSET', HOST, 'starting_until', 0)
end
return 1
