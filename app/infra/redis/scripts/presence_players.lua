-- Returns for each place the entries that count now. KEYS: places. ARGV: seconds for which an entry counts.
local since, answer = redis.call('TIME')[1] - ARGV[1], {}
for number, key in ipairs(KEYS) do
	answer[number] = redis.call('ZRANGEBYSCORE', key, since, '+inf')
end
return answer
