-- Name the run of the server this script runs on: another after a restart or a fail-over.
-- KEYS     none
-- ARGV     none
-- Gives    run_id
local run_id = redis.call('INFO', 'server'):match('run_id:(%x+)')
