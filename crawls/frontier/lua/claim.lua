-- Lease an open lane's first item if the host has a free place.
-- KEYS     of a lane
-- ARGV     of a lane, lease_ms
-- Returns  {"leased", item, fence, needs_refill} or {"closed" | "busy" | "refill" | "empty"}
if not is_open() then
  return {'closed'}
end
if number(LANE, 'offers') > 0 then
  redis.call('HINCRBY', LANE, 'offers', -1)
end
if number(HOST, 'in_flight') >= number(LANE, 'max_in_flight') then
  arm()
  return {'busy'}
end
local item = redis.call('ZPOPMIN', WINDOW)[1]
if not item then
  arm()
  return {number(LANE, 'has_more') == 1 and 'refill' or 'empty'}
end
redis.call('HINCRBY', KEYS[1], 'fence', 1)
local fence = redis.call('HGET', KEYS[1], 'fence')
redis.call('HSET', HELD, item, fence)
redis.call('ZADD', LEASES, now + ARGV[5], lane .. '|' .. item .. '|' .. fence)
redis.call('HINCRBY', LANE, 'in_flight', 1)
redis.call('HINCRBY', HOST, 'in_flight', 1)
redis.call('PERSIST', HOST)
arm()
return {'leased', item, fence, needs_refill()}
