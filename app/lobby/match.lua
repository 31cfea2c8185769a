-- Brings people of the queue together: nobody twice, nobody lost, however many processes do it at once.
-- KEYS: lines (their names; each has a key of its own: people by since when), seen (people by their last sign),
-- entries (by person, JSON; who has none for this line has left it), groups (JSON by when somebody took them on to
-- seat them). ARGV: now, seats (a prefix).
-- Gives the groups that the caller is to seat, and how many people wait in each line: a name, a number, ...
local lines, seen, entries, groups = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now, seats = tonumber(ARGV[1]), ARGV[2]

local GONE = 13 -- seconds without a sign: the page is closed
local SILENT = 7 -- seconds without a sign: not matched until the next one
local HURRY = 8 -- seconds for the largest table; then any size that is wanted will do
local BAND, WIDENS = 4, 0.4 -- how far ratings may lie apart, and how much more with each second of waiting
local LOST = 3 -- seconds after which another process seats a group
local STALE = 60 -- seconds after which nobody does
local KEPT = 60 -- seconds that a person is known to be matched
local AT_ONCE = 8 -- groups for one caller, who is done with them before they count as lost
local MOST = 500 -- people looked at in a line, those who wait longest

local function forget(person)
	redis.call('ZREM', seen, person)
	redis.call('HDEL', entries, person)
end

-- The people of a line (a game and a clock) who are there, those who wait longest first.
local function people_of(name)
	local key, found = lines .. ':' .. name, {}
	local people = redis.call('ZRANGE', key, 0, MOST - 1, 'WITHSCORES')
	for i = 1, #people, 2 do
		local entry = redis.call('HGET', entries, people[i])
		local one = entry and cjson.decode(entry)
		if not one or one.line ~= name then
			redis.call('ZREM', key, people[i])
		elseif not one.left then
			one.person, one.waited = people[i], now - tonumber(people[i + 1])
			one.silent = now - tonumber(redis.call('ZSCORE', seen, people[i]) or 0) > SILENT
			found[#found + 1] = one
		end
	end
	if #people == 0 then
		redis.call('SREM', lines, name)
	end
	return found
end

local function accepts(one, size)
	local least = (one.waited < HURRY and not one.bots) and one.most or one.least
	return least <= size and size <= one.most
end

local function suits(one, group)
	for _, other in ipairs(group) do
		local apart = math.abs(one.rating - other.rating)
		if apart > BAND + WIDENS * math.max(one.waited, other.waited)
			or string.find(one.avoids, other.person, 1, true)
			or string.find(other.avoids, one.person, 1, true) then
			return false
		end
	end
	return true
end

-- At most so many people for a table of this size, the first of them given; with `bots` only who would play with bots.
local function gather(line, first, size, bots)
	local group = { first }
	for _, one in ipairs(line) do
		if #group == size then
			break
		end
		local free = one ~= first and not one.taken and not one.silent and (one.bots or not bots)
		if free and accepts(one, size) and suits(one, group) then
			group[#group + 1] = one
		end
	end
	return group
end

-- The group of this person and the size of its table; none if they have to wait.
local function group_of(line, first)
	for size = first.most, first.least, -1 do
		local group = accepts(first, size) and gather(line, first, size, false) or {}
		if #group == size then
			return group, size
		end
	end
	if first.bots then
		return gather(line, first, first.most, true), first.most
	end
end

local function take(group, size)
	local members = {}
	for i, one in ipairs(group) do
		one.taken = true
		forget(one.person)
		redis.call('SET', seats .. one.person, '', 'EX', KEPT)
		members[i] = { one.person, one.ticket }
	end
	local written = cjson.encode({ seats = size, members = members })
	redis.call('ZADD', groups, now, written)
	return written
end

redis.call('ZREMRANGEBYSCORE', groups, '-inf', now - STALE)
local given = redis.call('ZRANGEBYSCORE', groups, '-inf', now - LOST, 'LIMIT', 0, AT_ONCE)
for _, group in ipairs(given) do
	redis.call('ZADD', groups, now, group)
end
for _, person in ipairs(redis.call('ZRANGEBYSCORE', seen, '-inf', now - GONE)) do
	forget(person)
end

local counts = {}
for _, name in ipairs(redis.call('SMEMBERS', lines)) do
	local line = people_of(name)
	local left = #line
	for _, first in ipairs(line) do
		if #given < AT_ONCE and not first.taken and not first.silent then
			local group, size = group_of(line, first)
			if group then
				given[#given + 1] = take(group, size)
				left = left - #group
			end
		end
	end
	if #line > 0 then
		counts[#counts + 1] = name
		counts[#counts + 1] = left
	end
end
return { given, counts }
