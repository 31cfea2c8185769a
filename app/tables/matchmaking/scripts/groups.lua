-- Forms groups for full tables, whose size all members accept.
local LARGEST_ONLY_S = 8 -- seconds during which only the largest size is accepted; then any requested size
local RATING_BAND, RATING_BAND_PER_S = 4, 0.4 -- maximum difference of ratings, and its increase per second of waiting
local SEARCH_COMPARISONS = 200 -- comparisons per search for a group

local function accepts(one, size)
	return (one.waited < LARGEST_ONLY_S and one.most or one.least) <= size and size <= one.most
end

local function is_near(one, group)
	for _, other in ipairs(group) do
		if math.abs(one.rating - other.rating) > RATING_BAND + RATING_BAND_PER_S * math.max(one.waited, other.waited) then
			return false
		end
	end
	return true
end

local function is_free(one)
	return not one.taken and not one.silent
end

-- Returns a group of this size that includes `first`, searching the line from `place`; false if there is none.
local function search_group(line, place, first, size)
	local group, last = { first }, math.min(MAX_COMPARISONS, spent + SEARCH_COMPARISONS)
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

-- Returns a group around the player at `place` and its size. Searches from behind that player and then from elsewhere, as a
-- player who cannot be combined with others would make the same search fail again.
local function group_of(line, place, ready)
	local first = line[place]
	for size = first.most, first.least, -1 do
		if accepts(first, size) and ready[size] >= size then
			local elsewhere = math.floor(now * 1000) % #line + 1
			local group = search_group(line, place + 1, first, size) or search_group(line, elsewhere, first, size)
			if group then
				return group, size
			end
		end
	end
end

-- Adds `by` to the numbers of active people who accept each size now (ready), and who request it (wanted).
local function count(people, by, ready, wanted)
	for _, one in ipairs(people) do
		local counts = one.silent and 0 or by
		for size = one.least, one.most do
			wanted[size] = (wanted[size] or 0) + counts
			ready[size] = (ready[size] or 0) + (accepts(one, size) and counts or 0)
		end
	end
end

-- Takes groups out of this line. Returns how many people are left, how many want each size, and, if the run did not reach the
-- end, the score after which the next run continues.
local function match_line(line)
	local ready, wanted, left = {}, {}, #line
	count(line, 1, ready, wanted)
	for place, first in ipairs(line) do
		if #given >= MAX_GROUPS or spent >= MAX_COMPARISONS then
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
		elseif spent >= MAX_COMPARISONS then -- the search was cut off; repeated unless it had the whole budget
			return left, wanted, line[math.max(place - 1, 1)].since
		end
	end
	return left, wanted, false
end
