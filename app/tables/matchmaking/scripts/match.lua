-- Gives the groups that the caller is to seat, for each line that was looked at: its name, how many people wait in it, how
-- many of them want each size, and the offer that is open there; then whether more is to be done, and the comparisons made.
local function window(name, quota)
	local key, cursor = prefix .. 'line:' .. name, redis.call('HGET', cursors, name)
	local people = redis.call('ZRANGEBYSCORE', key, cursor and '(' .. cursor or '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, quota)
	local missing = quota - #people / 2
	if cursor and missing > 0 then
		local before = redis.call('ZRANGEBYSCORE', key, '-inf', cursor, 'WITHSCORES', 'LIMIT', 0, missing)
		for _, word in ipairs(before) do
			people[#people + 1] = word
		end
	end
	return people, redis.call('ZCARD', key)
end

local function go_on_from(name, since)
	if since then
		redis.call('HSET', cursors, name, since)
		redis.call('EXPIRE', cursors, KEPT)
	else
		redis.call('HDEL', cursors, name)
	end
end

-- Since when one of these people waits, each time another one: so that any two of a long line are looked at together in time.
local function somewhere_in(people)
	return people[2 * (math.floor(now * 1000) % (#people / 2) + 1)]
end

-- Looks at what people of this line may do; `all` are more than these if the line is long.
local function look_at(name, people, all)
	local line = load(name, people)
	local left, wanted, since = match_line(line)
	local is_part, sizes = #people / 2 < all, {}
	go_on_from(name, since or is_part and somewhere_in(people))
	for size, number in pairs(wanted) do
		sizes[#sizes + 1] = size
		sizes[#sizes + 1] = number
	end
	local offer = offer_line(name, line)
	local told = #line > 0 and { name, is_part and all or left, sizes, offer }
	return told, since ~= false
end

forget_the_gone()
take_on_lost_groups()
local told, quota, more = {}, LOOK, false
for _, name in ipairs(redis.call('ZRANGE', lines, 0, -1)) do
	if quota < 1 or spent >= BUDGET then
		more = true -- the lines that are left come first the next time
		break
	end
	local people, all = window(name, quota)
	if all == 0 then
		redis.call('ZREM', lines, name)
	else
		local one, is_cut = look_at(name, people, all)
		told[#told + 1] = one or nil
		quota, more = quota - #people / 2, more or is_cut
		redis.call('ZADD', lines, now, name)
	end
end
return { given, told, more and 1 or 0, spent }
