-- Put entries into an open lane's window and note whether PostgreSQL holds more.
-- KEYS     of a lane
-- ARGV     of a lane, has_more (1 or 0), then score and item of each entry
-- Returns  1, or 0 when the lane is not open
if not is_open() then
  return 0
end
-- A window that is not low was filled meanwhile by an ack, which may have dropped entries after
-- the caller looked; only a fill that was needed may say that nothing is left.
if ARGV[5] == '1' or redis.call('ZCARD', WINDOW) < REFILL_BELOW then
  redis.call('HSET', LANE, 'has_more', ARGV[5])
end
add_entries(6)
arm()
return 1
