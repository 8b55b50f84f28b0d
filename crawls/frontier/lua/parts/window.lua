-- Add entries to a lane's window; keep the lowest.
-- KEYS     of a lane
-- ARGV     of a lane; from `first` on: score, item, score, item, ... lowest score first
-- Gives    add_entries(first): skips what is there or leased, notes has_more when one is dropped
local function replace_last(score, item)
  redis.call('HSET', LANE, 'has_more', 1)
  local last = redis.call('ZRANGE', WINDOW, -1, -1, 'WITHSCORES')
  if tonumber(last[2]) <= tonumber(score) then return false end
  -- One more than WINDOW_SIZE, even for a moment, would turn the compact encoding off for good.
  redis.call('ZREM', WINDOW, last[1])
  redis.call('ZADD', WINDOW, score, item)
  return true
end

local function add_entries(first)
  local size = redis.call('ZCARD', WINDOW)
  for i = first, #ARGV, 2 do
    local score, item = ARGV[i], ARGV[i + 1]
    local leased = redis.call('HEXISTS', HELD, item) == 1
    if not leased and size < WINDOW_SIZE then
      size = size + redis.call('ZADD', WINDOW, 'NX', score, item)
    elseif not leased and not redis.call('ZSCORE', WINDOW, item) and not replace_last(score, item) then
      return -- all that follow are higher still
    end
  end
end
