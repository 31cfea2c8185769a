-- Enters a person into the queue of quick match, or notes that they are still there.
-- KEYS: waiting, seen, entries. ARGV: now, seats (a prefix), person, id, entry, "anew" if one that is not known may enter.
-- Gives "found" and a table's code, "matched" (the table is being made), "waiting", or "unknown".
local waiting, seen, entries = KEYS[1], KEYS[2], KEYS[3]
local now, person, id, entry = ARGV[1], ARGV[3], ARGV[4], ARGV[5]

local seat = redis.call('GET', ARGV[2] .. person)
if seat then
	return { seat == '' and 'matched' or 'found', seat }
end
local known = redis.call('HGET', entries, person)
if not (known and cjson.decode(known).id == id) and ARGV[6] ~= 'anew' then
	return { 'unknown', '' }
end
redis.call('HSET', entries, person, entry)
redis.call('ZADD', waiting, 'NX', now, person)
redis.call('ZADD', seen, now, person)
return { 'waiting', '' }
