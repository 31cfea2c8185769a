-- Removes a player from the matchmaking queue. Their place is kept until the entry expires, as another of their clients may
-- renew the request.
-- KEYS: seen, entries, wants, tickets. ARGV: prefix, player, time of the last renewal to store. Returns 1 if too late, else 0.
local seen, entries, wants, tickets = unpack(KEYS)
local player = ARGV[2]
local known = redis.call('HGET', entries, player)
if known then
	local entry = cjson.decode(known)
	entry.left = true
	redis.call('HSET', entries, player, cjson.encode(entry))
	redis.call('HSET', wants, player, '')
	redis.call('HDEL', tickets, player)
	redis.call('ZADD', seen, ARGV[3], player)
end
return redis.call('EXISTS', ARGV[1] .. 'seat:' .. player)
