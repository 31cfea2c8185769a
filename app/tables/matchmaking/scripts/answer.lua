-- Records a player's answer to an open offer; it may be changed while the offer is open.
-- KEYS: offer. ARGV: offer id, player, answer. Returns 1, or 0 if the offer is over or the player was not asked.
local open = redis.call('HGET', KEYS[1], 'id') == ARGV[1] and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1
if open then
	redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
end
return open and 1 or 0
