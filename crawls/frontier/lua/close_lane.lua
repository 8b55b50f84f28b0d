-- Let nothing of a lane start any more; its window goes, its leases stay.
-- KEYS     of a lane
-- ARGV     of a lane
-- Returns  1, or 0 when the lane is not known
if redis.call('EXISTS', LANE) == 0 then
  return 0
end
-- has_more: a lane opened again is filled again from PostgreSQL.
redis.call('HSET', LANE, 'state', 'closed', 'has_more', 1, 'offers', 0)
redis.call('DEL', WINDOW)
redis.call('PEXPIRE', LANE, CLOSED_LANE_MS)
arm()
return 1
