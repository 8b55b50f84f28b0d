-- List leases past their deadline; changes nothing.
-- KEYS     gate, leases
-- ARGV     epoch, now_ms, limit
-- Returns  "lane|item|fence" of each, the longest overdue first
return redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, ARGV[3])
