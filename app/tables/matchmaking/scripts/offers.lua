-- Offers: all people of a line are asked together whether they play with fewer people than requested, or with bots; those who
-- agree are seated together. An offer is one hash per line: "id", "ends", and by player "" (no answer), "no", "people" (without
-- bots) or "bots" (bots may fill the table), the last two followed by the signed answer.
local begins, after, lasts = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])

local MAX_ASKED = 60 -- people per offer
local OFFER_PAUSE_S = 60 -- seconds without offers for people who declined or did not answer
local WITH_NEWCOMER_S, WITH_OTHERS_S = 30, 20 -- seconds left of them with which people are asked together with others

local function offer_key(name)
	return prefix .. 'offer:' .. name
end

-- Returns the line's open offer: id, end, answers by player; nil if there is none.
local function read_offer(name)
	local flat = redis.call('HGETALL', offer_key(name))
	local offer = { answers = {}, people = {} }
	for i = 1, #flat, 2 do
		if flat[i] == 'id' or flat[i] == 'ends' then
			offer[flat[i]] = flat[i + 1]
		else
			offer.answers[flat[i]] = flat[i + 1]
			offer.people[#offer.people + 1] = flat[i]
		end
	end
	return offer.id and offer
end

-- Returns the seconds until each player of the line may be asked, and whether one who was never asked has waited long enough.
local function read_pauses(line)
	local ids, pauses, newcomer = {}, {}, false
	for _, one in ipairs(line) do
		ids[#ids + 1] = one.player
	end
	if #ids == 0 then
		return pauses, newcomer
	end
	for i, no_offer_until in ipairs(redis.call('ZMSCORE', asked, unpack(ids))) do
		pauses[i] = line[i].bots and 0 or math.max(0, tonumber(no_offer_until or 0) - now)
		newcomer = newcomer or not no_offer_until and is_free(line[i]) and line[i].waited >= after
	end
	return pauses, newcomer
end

-- Starts an offer if a player has waited long enough, or requests bots, which counts as an answer.
local function begin_offer(name, line)
	local pauses, newcomer = read_pauses(line)
	local longest = newcomer and WITH_NEWCOMER_S or WITH_OTHERS_S
	local fields, due = { 'id', begins, 'ends', now + lasts }, false
	for i, one in ipairs(line) do
		if is_free(one) and pauses[i] <= longest and #fields < 2 * MAX_ASKED then
			due = due or one.bots or one.waited >= after and pauses[i] == 0
			fields[#fields + 1] = one.player
			fields[#fields + 1] = one.bots and 'bots' or ''
		end
	end
	if due then
		redis.call('HSET', offer_key(name), unpack(fields))
		redis.call('EXPIRE', offer_key(name), TTL_S)
	end
end

-- Returns the people asked who are still active, the longest waiting first.
local function people_asked(name, offer)
	local flat, since = {}, redis.call('ZMSCORE', prefix .. 'line:' .. name, unpack(offer.people))
	for i, player in ipairs(offer.people) do
		if since[i] then
			flat[#flat + 1] = player
			flat[#flat + 1] = since[i]
		end
	end
	local here = {}
	for _, one in ipairs(load(name, flat)) do
		if not one.silent then
			one.answer, one.consent = string.match(offer.answers[one.player], '^(%a*) ?(.*)$')
			here[#here + 1] = one
		end
	end
	table.sort(here, function(one, other)
		return one.waited > other.waited
	end)
	return here
end

-- Returns whether a member accepts no bots.
local function no_bots(group)
	for _, one in ipairs(group) do
		if one.answer == 'people' then
			return true
		end
	end
	return false
end

-- Returns the smallest size that all members request, to be filled with bots; otherwise the smallest possible one.
local function size_with_bots(group)
	local least, most = #group, group[1].largest
	for _, one in ipairs(group) do
		least, most = math.max(least, one.least), math.min(most, one.most)
	end
	return least <= most and least or math.max(#group, group[1].fewest)
end

-- Takes the members who agreed to the resulting table.
local function seat_agreed(group)
	if no_bots(group) and #group < group[1].fewest then -- too few for a table without bots
		local others = {}
		for _, one in ipairs(group) do
			others[#others + 1] = one.answer == 'bots' and one or nil
		end
		group = others
	end
	if #group > 0 then
		take(group, no_bots(group) and #group or size_with_bots(group))
	end
end

-- Distributes those who agreed over tables of about equal size.
local function seat_all(agreed)
	local left = #agreed
	for place, first in ipairs(agreed) do
		if not first.taken then
			local tables = math.ceil(left / first.largest)
			local group, most = { first }, math.ceil(left / tables)
			for other = place + 1, #agreed do
				local one = agreed[other]
				if #group < most and spent < 2 * MAX_COMPARISONS and not one.taken and may_join(one, group) then
					group[#group + 1] = one
				end
			end
			seat_agreed(group)
			left = left - (first.taken and #group or 1)
		end
	end
end

-- Returns the pause of people who declined now: it ends with the one of others who declined before, if that is not soon, so
-- that the next offer is for all of them.
local function pause_after(line, offer)
	local longest = 0
	for i, pause in ipairs(read_pauses(line)) do
		if not offer.answers[line[i].player] then
			longest = math.max(longest, math.min(pause, OFFER_PAUSE_S))
		end
	end
	return longest > WITH_OTHERS_S and longest or OFFER_PAUSE_S
end

-- Ends an offer when all people asked have answered, or its time is up; returns whether it is over.
local function end_offer(name, offer, line)
	local agreed, silent, here = {}, false, people_asked(name, offer)
	for _, one in ipairs(here) do
		silent = silent or one.answer == ''
		if one.answer == 'people' or one.answer == 'bots' then
			agreed[#agreed + 1] = one
		end
	end
	if silent and now < tonumber(offer.ends) then
		return false
	end
	seat_all(agreed)
	local pause = pause_after(line, offer)
	for _, one in ipairs(here) do
		if not one.taken then
			local agrees = one.answer == 'people' or one.answer == 'bots'
			redis.call('ZADD', asked, now + (agrees and after or pause), one.player)
		end
	end
	redis.call('EXPIRE', asked, 2 * TTL_S)
	redis.call('DEL', offer_key(name))
	return true
end

-- Starts and ends offers in this line; returns the open one as a flat list: id, seconds left, then player and answer pairs.
local function offer_line(name, line)
	local offer = read_offer(name)
	if not offer then
		begin_offer(name, line)
		offer = read_offer(name)
	end
	if not offer or end_offer(name, offer, line) then
		return false
	end
	local result = { offer.id, tostring(offer.ends - now) }
	for _, player in ipairs(offer.people) do
		result[#result + 1] = player
		result[#result + 1] = string.match(offer.answers[player], '^%a*')
	end
	return result
end
