-- Enters a person into the queue of quick match, or notes that they are still there.
-- KEYS: lines (by which those of their people are known), seen, entries. ARGV: now, seats (a prefix), person, id, entry, "anew" if one that is not known may enter.
-- Gives "found" and a table's code, "matched" (the table is being made), "waiting", or "unknown".
local lines, seen, entries = KEYS[1], KEYS[2], KEYS[3]
local now, person, id, entry = ARGV[1], ARGV[3], ARGV[4], ARGV[5]

local seat = redis.call('GET', ARGV[2] .. person)
if seat then
	return { seat == '' and 'matched' or 'found', seat }
end
local known = redis.call('HGET', entries, person)
local before = known and cjson.decode(known)
local goes_on = before and before.id == id and not before.left
if not goes_on and ARGV[6] ~= 'anew' then
	return { 'unknown', '' }
end
local line = cjson.decode(entry).line
redis.call('HSET', entries, person, entry)
redis.call('SADD', lines, line)
if before and before.line == line then -- another tab's wish, or a wider one: the time waited counts
	redis.call('ZADD', lines .. ':' .. line, 'NX', now, person)
else
	redis.call('ZADD', lines .. ':' .. line, now, person)
end
redis.call('ZADD', seen, now, person)
return { 'waiting', '' }
