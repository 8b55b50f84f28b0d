-- Offer a lane if it is due and charge its account one unit of virtual time.
-- KEYS     of a lane
-- ARGV     of a lane
-- Returns  1, or 0 when the lane is not due any more
local due = next_offer()
if not due or due > now then
  arm()
  return 0
end
local offers = number(LANE, 'offer_until') > now and number(LANE, 'offers') or 0
local step = number(LANE, 'interval') + number(LANE, 'guard')
-- From when it was due: a caller that comes a little late each time must not slow the lane down.
local due_at = number(LANE, 'next')
if now - due_at > step / 2 then due_at = now end
redis.call('HSET', LANE, 'offers', offers + 1, 'offer_until', now + OFFER_MS, 'next', due_at + step)
local own = redis.call('ZSCORE', TURNS, account) or redis.call('HGET', SPENT, account) or 0
local turn = math.max(own, number(KEYS[1], 'turn'))
redis.call('HSET', KEYS[1], 'turn', turn)
redis.call('ZADD', TURNS, turn + 1, account)
redis.call('ZREM', WAITING, account)
redis.call('HDEL', SPENT, account)
arm()
return 1
