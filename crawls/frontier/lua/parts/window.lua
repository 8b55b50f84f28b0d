-- Add entries to a lane's window; keep the lowest.
-- KEYS     of a lane
-- ARGV     of a lane; from `first` on: score, item, score, item, ... lowest score first
-- Gives    add_entries(first): skips what is there or leased, notes has_more when one is dropped
local function has_room(score)
  if redis.call('ZCARD', WINDOW) < WINDOW_SIZE then return true end
  -- One more than WINDOW_SIZE, even for a moment, would turn the compact encoding off for good.
  redis.call('HSET', LANE, 'has_more', 1)
  local last = redis.call('ZRANGE', WINDOW, -1, -1, 'WITHSCORES')
  if tonumber(last[2]) <= tonumber(score) then return false end
  redis.call('ZREM', WINDOW, last[1])
  return true
end

local function add_entries(first)
  for i = first, #ARGV, 2 do
    local score, item = ARGV[i], ARGV[i + 1]
    local known = redis.call('HEXISTS', HELD, item) == 1 or redis.call('ZSCORE', WINDOW, item)
    if not known and has_room(score) then
      redis.call('ZADD', WINDOW, score, item)
    end
  end
end
