-- Name a lane's keys and read what every operation on a lane asks for.
-- KEYS     gate, turns, waiting, spent, due, lane, host, window, held, leases
-- ARGV     epoch, now_ms, account, lane; what follows belongs to the operation
-- Gives    the names below
local TURNS, WAITING, SPENT, DUE = KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local LANE, HOST, WINDOW, HELD, LEASES = KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]
local account, lane = ARGV[3], ARGV[4]

local function number(key, field)
  return tonumber(redis.call('HGET', key, field) or 0)
end

local function is_open()
  return redis.call('HGET', LANE, 'state') == 'open'
end

local function needs_refill()
  local own = redis.call('HMGET', LANE, 'has_more', 'state')
  local more = own[1] == '1' and own[2] == 'open'
  return more and redis.call('ZCARD', WINDOW) < REFILL_BELOW and 1 or 0
end
