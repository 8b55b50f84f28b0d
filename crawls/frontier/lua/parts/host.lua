-- Hold a host, and let the key of an idle one expire once its promises are over.
-- KEYS     of a lane
-- ARGV     of a lane
-- Gives    hold_host(ms from now); forget_idle_host()
local function hold_host(ms)
  if ms > 0 then
    redis.call('HSET', HOST, 'held_until', math.max(number(HOST, 'held_until'), now + ms))
  end
end

local function forget_idle_host()
  local host = redis.call('HMGET', HOST, 'in_flight', 'next', 'held_until')
  if tonumber(host[1] or 0) == 0 then
    local promised = math.max(host[2] or 0, host[3] or 0) - now
    redis.call('PEXPIRE', HOST, math.max(promised, 0) + HOST_MEMORY_MS)
  end
end
