-- Full tables: each of their people wants that size.
local HURRY = 8 -- seconds for the largest table; then any size that is wanted will do
local BAND, WIDENS = 4, 0.4 -- how far ratings may lie apart, and how much more with each second of waiting
local TRY = 200 -- comparisons in one search for a group

local function accepts(one, size)
	return (one.waited < HURRY and one.most or one.least) <= size and size <= one.most
end

local function is_near(one, group)
	for _, other in ipairs(group) do
		if math.abs(one.rating - other.rating) > BAND + WIDENS * math.max(one.waited, other.waited) then
			return false
		end
	end
	return true
end

local function is_free(one)
	return not one.taken and not one.silent
end

-- A group for a table of this size around this person, looked for from this place in line on; nil if there is none.
local function gather(line, place, first, size)
	local group, last = { first }, math.min(BUDGET, spent + TRY)
	for step = 0, #line - 1 do
		if #group == size or spent >= last then
			break
		end
		local one = line[(place + step - 1) % #line + 1]
		spent = spent + 1
		if one ~= first and is_free(one) and accepts(one, size) and is_near(one, group) and may_join(one, group) then
			group[#group + 1] = one
		end
	end
	return #group == size and group
end

-- The same, from behind that person on, and else from elsewhere: somebody with whom nobody else may sit spoils one search only.
local function group_of(line, place, ready)
	local first = line[place]
	for size = first.most, first.least, -1 do
		if accepts(first, size) and ready[size] >= size then
			local elsewhere = math.floor(now * 1000) % #line + 1
			local group = gather(line, place + 1, first, size) or gather(line, elsewhere, first, size)
			if group then
				return group, size
			end
		end
	end
end

-- Adds to how many accept each size now, and to how many want it at all, of those who are there.
local function count(people, by, ready, wanted)
	for _, one in ipairs(people) do
		local counts = one.silent and 0 or by
		for size = one.least, one.most do
			wanted[size] = (wanted[size] or 0) + counts
			ready[size] = (ready[size] or 0) + (accepts(one, size) and counts or 0)
		end
	end
end

-- Takes groups out of this line. Gives how many are left, how many of them want each size, and where the next run is to go
-- on if this one did not come to the end: behind that time.
local function match_line(line)
	local ready, wanted, left = {}, {}, #line
	count(line, 1, ready, wanted)
	for place, first in ipairs(line) do
		if #given >= AT_ONCE or spent >= BUDGET then
			return left, wanted, place > 1 and line[place - 1].since
		end
		local group, size = nil, nil
		if is_free(first) then
			group, size = group_of(line, place, ready)
		end
		if group then
			take(group, size)
			count(group, -1, ready, wanted)
			left = left - #group
		elseif spent >= BUDGET then -- its search was cut off, and is made again unless it had the whole budget
			return left, wanted, line[math.max(place - 1, 1)].since
		end
	end
	return left, wanted, false
end
