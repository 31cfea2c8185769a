-- Brings people of the queue together: nobody twice, nobody lost, however many processes do it at once. This file, groups.lua,
-- offers.lua and match.lua are one script.
-- KEYS: lines (a game and a clock each, by when they were last looked at), seen (people by their last sign), entries (by
-- person, JSON), wants (by person: what is looked at most, as short as can be; empty for who has left), tickets (by person),
-- groups (JSON by when somebody took them on to seat them), cursors (by line), asked (people by until when nothing is offered to
-- them). ARGV: now, prefix, an id for offers that begin, seconds after which one begins, and which it lasts.
local lines, seen, entries, wants, tickets, groups, cursors, asked = unpack(KEYS)
local now, prefix = tonumber(ARGV[1]), ARGV[2]

local LOOK = 600 -- people looked at in one run, in all lines together
local BUDGET = 500 -- comparisons in one run: the next one goes on where this one ended
local GONE = 13 -- seconds without a sign: the page is closed
local GONE_AT_ONCE = 50 -- people forgotten in one run
local SILENT = 7 -- seconds without a sign: not matched until the next one
local KEPT = 60 -- seconds that a person is known to be matched
local LOST = 3 -- seconds after which another process seats a group
local STALE = 60 -- seconds after which nobody does
local AT_ONCE = 8 -- groups for one caller, who is done with them before they count as lost

local spent, given = 0, {}

-- Those of these people (each followed by since when they wait) who are in this line, in the same order.
local function load(name, people)
	local ids, found = {}, {}
	for i = 1, #people, 2 do
		ids[#ids + 1] = people[i]
	end
	if #ids == 0 then
		return found
	end
	local written, signs = redis.call('HMGET', wants, unpack(ids)), redis.call('ZMSCORE', seen, unpack(ids))
	for i, person in ipairs(ids) do
		local want = written[i] and written[i] ~= '' and cjson.decode(written[i])
		if not written[i] or want and want[1] ~= name then
			redis.call('ZREM', prefix .. 'line:' .. name, person)
		elseif want then
			local since = people[2 * i]
			found[#found + 1] = {
				person = person,
				since = since,
				waited = now - since,
				silent = now - (signs[i] or 0) > SILENT,
				least = want[2],
				most = want[3],
				fewest = want[4],
				largest = want[5],
				bots = want[6],
				rating = want[7],
				avoids = want[8] > 0 and prefix .. 'avoids:' .. person,
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
	return redis.call('SISMEMBER', one.avoids, other.person) == 1
end

-- Whether nobody of this group and this person blocked each other.
local function may_join(one, group)
	for _, other in ipairs(group) do
		if blocks(one, other) or blocks(other, one) then
			return false
		end
	end
	return true
end

local function forget(person)
	local written = redis.call('HGET', entries, person)
	if written then
		local entry = cjson.decode(written)
		redis.call('ZREM', prefix .. 'line:' .. entry.line, person)
		redis.call('ZREM', prefix .. 'home:' .. entry.home, person)
	end
	for _, key in ipairs({ entries, wants, tickets }) do
		redis.call('HDEL', key, person)
	end
	redis.call('ZREM', seen, person)
	redis.call('ZREM', asked, person)
	redis.call('DEL', prefix .. 'avoids:' .. person)
end

-- These people are to sit down at a table of this size. What they agreed to in an offer goes along.
local function take(group, size)
	local members = {}
	for i, one in ipairs(group) do
		one.taken = true
		members[i] = { one.person, redis.call('HGET', tickets, one.person) or '', one.consent or '' }
		forget(one.person)
		redis.call('SET', prefix .. 'seat:' .. one.person, '', 'EX', KEPT)
	end
	local written = cjson.encode({ seats = size, members = members })
	local at_once = #given < AT_ONCE
	if at_once then
		given[#given + 1] = written
	end
	redis.call('ZADD', groups, at_once and now or now - LOST, written) -- the next caller takes the others on
	redis.call('EXPIRE', groups, STALE)
end

local function forget_the_gone()
	for _, person in ipairs(redis.call('ZRANGEBYSCORE', seen, '-inf', now - GONE, 'LIMIT', 0, GONE_AT_ONCE)) do
		forget(person)
	end
end

local function take_on_lost_groups()
	redis.call('ZREMRANGEBYSCORE', groups, '-inf', now - STALE)
	for _, group in ipairs(redis.call('ZRANGEBYSCORE', groups, '-inf', now - LOST, 'LIMIT', 0, AT_ONCE)) do
		given[#given + 1] = group
		redis.call('ZADD', groups, now, group)
	end
end
