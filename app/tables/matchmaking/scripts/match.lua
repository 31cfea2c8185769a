-- Runs one round. Returns the groups for the caller to seat; for each processed line its name, the number of people waiting, how
-- many want each size, and the open offer; whether another round is needed; the number of comparisons made.
local function window(name, quota)
	local key, cursor = prefix .. 'line:' .. name, redis.call('HGET', cursors, name)
	local people = redis.call('ZRANGEBYSCORE', key, cursor and '(' .. cursor or '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, quota)
	local missing = quota - #people / 2
	if cursor and missing > 0 then
		local before = redis.call('ZRANGEBYSCORE', key, '-inf', cursor, 'WITHSCORES', 'LIMIT', 0, missing)
		for _, item in ipairs(before) do
			people[#people + 1] = item
		end
	end
	return people, redis.call('ZCARD', key)
end

local function save_cursor(name, since)
	if since then
		redis.call('HSET', cursors, name, since)
		redis.call('EXPIRE', cursors, TTL_S)
	else
		redis.call('HDEL', cursors, name)
	end
end

-- Returns the score of a varying player of these, so that in time any two people of a long line are compared.
local function varying_score(people)
	return people[2 * (math.floor(now * 1000) % (#people / 2) + 1)]
end

-- Processes these people of a line; `all` is the length of the line.
local function process_line(name, people, all)
	local line = load(name, people)
	local left, wanted, since = match_line(line)
	local is_part, sizes = #people / 2 < all, {}
	save_cursor(name, since or is_part and varying_score(people))
	for size, number in pairs(wanted) do
		sizes[#sizes + 1] = size
		sizes[#sizes + 1] = number
	end
	local offer = offer_line(name, line)
	local result = #line > 0 and { name, is_part and all or left, sizes, offer }
	return result, since ~= false
end

delete_gone()
reassign_lost_groups()
local result, quota, more = {}, MAX_PEOPLE, false
for _, name in ipairs(redis.call('ZRANGE', lines, 0, -1)) do
	if quota < 1 or spent >= MAX_COMPARISONS then
		more = true -- the remaining lines come first in the next round
		break
	end
	local people, all = window(name, quota)
	if all == 0 then
		redis.call('ZREM', lines, name)
	else
		local one, is_cut = process_line(name, people, all)
		result[#result + 1] = one or nil
		quota, more = quota - #people / 2, more or is_cut
		redis.call('ZADD', lines, now, name)
	end
end
return { given, result, more and 1 or 0, spent }
