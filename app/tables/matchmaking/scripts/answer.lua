-- Notes what a person answers to the offer that is open in their line; it may be changed while the offer lasts.
-- KEYS: the offer. ARGV: its id, person, answer. Gives 1 if it counts, 0 if that offer is over or was not theirs.
local open = redis.call('HGET', KEYS[1], 'id') == ARGV[1] and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1
if open then
	redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
end
return open and 1 or 0
