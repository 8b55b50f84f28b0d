-- Read a lane's pace.
-- KEYS     of a lane
-- ARGV     of a lane
-- Returns  {state, interval_ms, guard_ms, max_in_flight}, four times nil when the lane is not known
return redis.call('HMGET', LANE, 'pace', 'interval', 'guard', 'max_in_flight')
