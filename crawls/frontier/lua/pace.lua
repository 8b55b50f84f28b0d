-- Read a lane's pace.
-- KEYS     of a lane
-- ARGV     of a lane
-- Returns  {state, interval_ms, guard_ms, max_in_flight}, or {} when the lane is not known
local pace = redis.call('HMGET', LANE, 'pace', 'interval', 'guard', 'max_in_flight')
return pace[1] and pace or {}
