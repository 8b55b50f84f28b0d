-- Refuse a server that was not recovered and callers of another epoch; tell the time.
-- KEYS[1]  gate: hash {epoch, latest, run_id, open_at, fence, turn}
-- ARGV     epoch, now_ms ("" = ask Redis)
-- Gives    gate, now; or ends the script with an error
local gate = redis.call('HMGET', KEYS[1], 'epoch', 'open_at', 'run_id')
if gate[1] ~= ARGV[1] then
  return redis.error_reply('FRONTIEREPOCH the gate is gone or serves another epoch')
elseif not server:find('run_id:' .. gate[3], 1, true) then
  return redis.error_reply('FRONTIERCLOSED Redis restarted or failed over since it was recovered')
end
local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
