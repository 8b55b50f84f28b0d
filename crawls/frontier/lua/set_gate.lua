-- Let this run of the server serve an epoch from open_at on; the last step but one of a recovery.
-- KEYS[1]  gate
-- ARGV     epoch, open_at, fence
-- Returns  1
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'latest', ARGV[1], 'open_at', ARGV[2],
  'fence', ARGV[3], 'turn', 0, 'run_id', server:match('run_id:(%x+)'))
return 1
