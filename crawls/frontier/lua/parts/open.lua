-- Refuse whatever could lead to a request while the gate keeps quarantine.
-- KEYS     as before
-- ARGV     as before
-- Gives    nothing; ends the script with an error before open_at
if now < tonumber(gate[2]) then
  return redis.error_reply('FRONTIERCLOSED nothing starts before ' .. gate[2])
end
