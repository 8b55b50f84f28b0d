-- Describe the server this script runs on: its run id is another after a restart or a fail-over.
-- KEYS     none
-- ARGV     none
-- Gives    server
local server = redis.call('INFO', 'server')
