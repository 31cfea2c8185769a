-- Adds a player's request to the matchmaking queue, or renews it.
-- KEYS: lines, seen, entries, wants, tickets. ARGV: now, prefix, player, entry, want, ticket, mode, limit of people per
-- address, limit of people in total, then the blocked people. Modes: "" renews only, "blocks" also replaces the blocked
-- people, "new" allows a new request. The entry's `home` is the digest of a network address.
-- Returns "found" and a table's code, "matched" (the table is being created), "waiting", "unknown", "replaced" (the player
-- waits with another request) or "full".
local lines, seen, entries, wants, tickets = unpack(KEYS)
local now, prefix, player, mode = ARGV[1], ARGV[2], ARGV[3], ARGV[7]
local entry, avoids = cjson.decode(ARGV[4]), prefix .. 'avoids:' .. player
local of_address = prefix .. 'home:' .. entry.home

local GONE_S = 13 -- seconds without a renewal, as in people.lua
local TTL_S = 120 -- seconds after which unused keys expire

local seat = redis.call('GET', prefix .. 'seat:' .. player)
if seat then
	return { seat == '' and 'matched' or 'found', seat }
end

local known = redis.call('HGET', entries, player)
local before = known and cjson.decode(known)
local same = before and before.id == entry.id and not before.left
local kept = same and (before.blocks == 0 or redis.call('EXPIRE', avoids, TTL_S) == 1)
if mode ~= 'new' and not (mode == 'blocks' and same or kept) then
	return { before and not before.left and before.id ~= entry.id and 'replaced' or 'unknown', '' }
end

redis.call('ZREMRANGEBYSCORE', of_address, '-inf', now - GONE_S)
local crowded = redis.call('ZCARD', of_address) >= tonumber(ARGV[8]) and not redis.call('ZSCORE', of_address, player)
if crowded or not before and redis.call('HLEN', entries) >= tonumber(ARGV[9]) then
	return { 'full', '' }
end

if mode ~= '' then
	redis.call('DEL', avoids)
	if #ARGV > 9 then
		redis.call('SADD', avoids, unpack(ARGV, 10))
		redis.call('EXPIRE', avoids, TTL_S)
	end
end
redis.call('HSET', entries, player, ARGV[4])
redis.call('HSET', wants, player, ARGV[5])
redis.call('HSET', tickets, player, ARGV[6])
redis.call('ZADD', of_address, now, player)
redis.call('ZADD', seen, now, player)
redis.call('ZADD', lines, 'NX', 0, entry.line)
local line = prefix .. 'line:' .. entry.line
local offer = before and prefix .. 'offer:' .. before.line
if before and not same and redis.call('HEXISTS', offer, player) == 1 then
	redis.call('HSET', offer, player, '') -- the answer was signed for the request before
end
if before and before.line ~= entry.line then
	redis.call('ZREM', prefix .. 'line:' .. before.line, player)
end
redis.call('ZADD', line, 'NX', now, player) -- a changed request keeps the time waited
for _, key in ipairs({ of_address, seen, lines, entries, wants, tickets, line }) do
	redis.call('EXPIRE', key, TTL_S)
end
return { 'waiting', '' }
