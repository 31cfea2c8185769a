-- Matching: forms groups of waiting people atomically, so that nobody is matched twice or lost, whichever process runs it. This
-- file, groups.lua, offers.lua and match.lua are one script.
-- KEYS: lines (game, mode and clock, by time of last processing), seen (people by last renewal), entries (by player, JSON), wants (by
-- player: the encoded request; "" for people who left), tickets (by player), groups (JSON by time of the last handout), cursors
-- (by line), asked (people by the time until which they get no offer). ARGV: now, prefix, id for new offers, seconds of waiting
-- before an offer, seconds it is open.
local lines, seen, entries, wants, tickets, groups, cursors, asked = unpack(KEYS)
local now, prefix = tonumber(ARGV[1]), ARGV[2]

local MAX_PEOPLE = 600 -- people read per run, in all lines together
local MAX_COMPARISONS = 500 -- comparisons per run; the next run continues where this one ended
local GONE_S = 13 -- seconds without a renewal after which an entry is deleted
local MAX_DELETED = 50 -- entries deleted per run
local SILENT_S = 7 -- seconds without a renewal after which a player is not matched
local TTL_S = 60 -- seconds for which a match is remembered, and after which unused offers and cursors expire
local LOST_S = 3 -- seconds after which a group is handed to another process
local STALE_S = 60 -- seconds after which a group is dropped
local MAX_GROUPS = 8 -- groups per run, so that the caller seats them within LOST_S
local MAX_LOST = 4 -- of them, lost ones, so that new ones are formed however many of those there are
local MOST_SEATS = 50 -- of a request; with more, a run would take long

local spent, given = 0, {}

-- Returns an encoded request; false for the one of a player who left, nil if no server wrote it.
local function decode_want(written)
	if written == '' then
		return false
	end
	local is_json, want = pcall(cjson.decode, written)
	if not is_json or type(want) ~= 'table' or type(want[6]) ~= 'boolean' then
		return nil
	end
	for _, place in ipairs({ 2, 3, 4, 5, 7, 8 }) do
		if type(want[place]) ~= 'number' then
			return nil
		end
	end
	return 1 <= want[2] and want[3] <= MOST_SEATS and want or nil
end

-- Loads those of these people (each followed by the time of entering) who are in this line, in the same order.
local function load(name, people)
	local ids, found = {}, {}
	for i = 1, #people, 2 do
		ids[#ids + 1] = people[i]
	end
	if #ids == 0 then
		return found
	end
	local written, renewed = redis.call('HMGET', wants, unpack(ids)), redis.call('ZMSCORE', seen, unpack(ids))
	for i, player in ipairs(ids) do
		local want = nil
		if written[i] then
			want = decode_want(written[i])
		end
		if want == nil or want and want[1] ~= name then
			redis.call('ZREM', prefix .. 'line:' .. name, player)
		elseif want then
			local since = people[2 * i]
			found[#found + 1] = {
				player = player,
				since = since,
				waited = now - since,
				silent = now - (renewed[i] or 0) > SILENT_S,
				least = want[2],
				most = want[3],
				fewest = want[4],
				largest = want[5],
				bots = want[6],
				rating = want[7],
				avoids = want[8] > 0 and prefix .. 'avoids:' .. player,
			}
		end
	end
	return found
end

local function blocks(one, other)
	if not one.avoids then
		return false
	end
	spent = spent + 1
	return redis.call('SISMEMBER', one.avoids, other.player) == 1
end

-- Returns whether this player and the group's members have not blocked each other.
local function may_join(one, group)
	for _, other in ipairs(group) do
		if blocks(one, other) or blocks(other, one) then
			return false
		end
	end
	return true
end

local function delete_player(player)
	local is_json, entry = pcall(cjson.decode, redis.call('HGET', entries, player) or '')
	if is_json and type(entry) == 'table' and type(entry.line) == 'string' and type(entry.home) == 'string' then
		redis.call('ZREM', prefix .. 'line:' .. entry.line, player)
		redis.call('ZREM', prefix .. 'home:' .. entry.home, player)
	end
	for _, key in ipairs({ entries, wants, tickets }) do
		redis.call('HDEL', key, player)
	end
	redis.call('ZREM', seen, player)
	redis.call('ZREM', asked, player)
	redis.call('DEL', prefix .. 'avoids:' .. player)
end

-- Hands out a group for a table of this size, with the members' signed requests and answers.
local function take(group, size)
	local members = {}
	for i, one in ipairs(group) do
		one.taken = true
		members[i] = { one.player, redis.call('HGET', tickets, one.player) or '', one.consent or '' }
		delete_player(one.player)
		redis.call('SET', prefix .. 'seat:' .. one.player, '', 'EX', TTL_S)
	end
	local written = cjson.encode({ seats = size, members = members })
	local at_once = #given < MAX_GROUPS
	if at_once then
		given[#given + 1] = written
	end
	redis.call('ZADD', groups, at_once and now or now - LOST_S, written) -- further groups go to the next caller
	redis.call('EXPIRE', groups, STALE_S)
end

local function delete_gone()
	for _, player in ipairs(redis.call('ZRANGEBYSCORE', seen, '-inf', now - GONE_S, 'LIMIT', 0, MAX_DELETED)) do
		delete_player(player)
	end
end

local function reassign_lost_groups()
	redis.call('ZREMRANGEBYSCORE', groups, '-inf', now - STALE_S)
	for _, group in ipairs(redis.call('ZRANGEBYSCORE', groups, '-inf', now - LOST_S, 'LIMIT', 0, MAX_LOST)) do
		given[#given + 1] = group
		redis.call('ZADD', groups, now, group)
	end
end
