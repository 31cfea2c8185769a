-- Removes a person from the matchmaking queue. Their place is kept until the entry expires, as another of their clients may
-- renew the request.
-- KEYS: seen, entries, wants, tickets. ARGV: prefix, person, time of the last renewal to store. Returns 1 if too late, else 0.
local seen, entries, wants, tickets = unpack(KEYS)
local person = ARGV[2]
local known = redis.call('HGET', entries, person)
if known then
	local entry = cjson.decode(known)
	entry.left = true
	redis.call('HSET', entries, person, cjson.encode(entry))
	redis.call('HSET', wants, person, '')
	redis.call('HDEL', tickets, person)
	redis.call('ZADD', seen, ARGV[3], person)
end
return redis.call('EXISTS', ARGV[1] .. 'seat:' .. person)
