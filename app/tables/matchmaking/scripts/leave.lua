-- Takes a person out of the queue of quick match. Until they would be forgotten their place is kept: they may wait on
-- another page, which says so again.
-- KEYS: seen, entries, wants, tickets. ARGV: prefix, person, when they count as seen. Gives 1 if it is too late, 0 otherwise.
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
