-- Refuse callers of another epoch and tell the time. The first part of every script.
-- KEYS[1]  gate: hash {epoch, open_at, fence, turn}
-- ARGV     epoch, now_ms ("" = ask Redis)
-- Gives    gate, now; ends the script with an error when the epoch differs or the gate is gone
local gate = redis.call('HMGET', KEYS[1], 'epoch', 'open_at')
if not gate[2] or gate[1] ~= ARGV[1] then
  return redis.error_reply('FRONTIEREPOCH the gate is gone or serves another epoch')
end
local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
