-- Lease an open lane's first item if the host has a free place.
-- KEYS     of a lane
-- ARGV     of a lane, lease_ms
-- Returns  {"leased", item, fence, needs_refill, in flight on the host} or {"closed" | "busy" | "refill" | "empty"}
local own = redis.call('HMGET', LANE, 'state', 'offers', 'max_in_flight', 'has_more')
if own[1] ~= 'open' then
  return {'closed'}
end
if tonumber(own[2]) > 0 then
  redis.call('HINCRBY', LANE, 'offers', -1)
end
if number(HOST, 'in_flight') >= tonumber(own[3]) then
  arm()
  return {'busy'}
end
local item = redis.call('ZPOPMIN', WINDOW)[1]
if not item then
  arm()
  return {own[4] == '1' and 'refill' or 'empty'}
end
local fence = string.format('%.0f', redis.call('HINCRBY', KEYS[1], 'fence', 1))
redis.call('HSET', HELD, item, fence)
redis.call('ZADD', LEASES, now + ARGV[5], lane .. '|' .. item .. '|' .. fence)
redis.call('HINCRBY', LANE, 'in_flight', 1)
local in_flight = redis.call('HINCRBY', HOST, 'in_flight', 1)
redis.call('PERSIST', HOST)
arm()
return {'leased', item, fence, needs_refill(), in_flight}
