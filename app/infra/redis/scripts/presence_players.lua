-- Returns for each place the entries that count now. KEYS: places. ARGV: seconds for which an entry counts.
local since, answer = redis.call('TIME')[1] - ARGV[1], {}
for number, key in ipairs(KEYS) do
	-- a key of another type, which no server wrote, would keep all places from being read
	local is_place = redis.call('TYPE', key).ok == 'zset'
	answer[number] = is_place and redis.call('ZRANGEBYSCORE', key, since, '+inf') or {}
end
return answer
