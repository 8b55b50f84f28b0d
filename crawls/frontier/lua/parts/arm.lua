-- Put the lane where it belongs in its account's due index, and the account in the turns.
-- KEYS     of a lane
-- ARGV     of a lane
-- Gives    next_offer() -> ms, nil when an ack or a fill must come first; arm()
local function next_offer()
  local own = redis.call('HMGET', LANE, 'state', 'has_more', 'interval', 'guard',
    'max_in_flight', 'next', 'offers', 'offer_until', 'in_flight')
  if own[1] ~= 'open' or (own[2] == '0' and redis.call('EXISTS', WINDOW) == 0) then
    return nil
  end
  local host = redis.call('HMGET', HOST, 'in_flight', 'next', 'held_until')
  local step, places, held = own[3] + own[4], tonumber(own[5]), tonumber(host[3] or 0)
  local offers = tonumber(own[8]) > now and tonumber(own[7]) or 0
  if (host[1] or 0) + offers < places then
    return math.max(own[6], held, (host[2] or 0) - step)
  elseif own[9] + offers < places then
    return math.max(now + step, held) -- other lanes fill the host, and their acks do not wake this one
  end
  return offers > 0 and tonumber(own[8]) or nil
end

local function place()
  local first = redis.call('ZRANGE', DUE, 0, 0, 'WITHSCORES')[2]
  local turn = redis.call('ZSCORE', TURNS, account)
  if turn and first and tonumber(first) <= now then return end
  if turn then
    redis.call('ZREM', TURNS, account)
    redis.call('HSET', SPENT, account, turn)
  end
  if first then redis.call('ZADD', WAITING, first, account) else redis.call('ZREM', WAITING, account) end
end

local function arm()
  local due = next_offer()
  if due then redis.call('ZADD', DUE, due, lane) else redis.call('ZREM', DUE, lane) end
  place()
end
