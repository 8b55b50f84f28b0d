-- Tell whether a lane has neither a window nor a lease.
-- KEYS     of a lane
-- ARGV     of a lane
-- Returns  1 or 0
return redis.call('EXISTS', WINDOW) + number(LANE, 'in_flight') == 0 and 1 or 0
