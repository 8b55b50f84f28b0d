-- Make a lane known and open; a known lane keeps its pace. Keep its host silent for a while.
-- KEYS     of a lane
-- ARGV     of a lane, pace state, interval_ms, guard_ms, max_in_flight, hold_ms
-- Returns  1
if redis.call('HSETNX', LANE, 'pace', ARGV[5]) == 1 then
  redis.call('HSET', LANE, 'interval', ARGV[6], 'guard', ARGV[7], 'max_in_flight', ARGV[8],
    'next', now, 'offers', 0, 'offer_until', 0, 'in_flight', 0, 'has_more', 0)
end
hold_host(tonumber(ARGV[9]))
forget_idle_host()
redis.call('HSET', LANE, 'state', 'open')
redis.call('PERSIST', LANE)
arm()
return 1
