-- Writes which players a process has at some places, and returns for each place who is there on any process.
-- KEYS: the sorted sets of places (see app/infra/redis/keys.py).
-- ARGV: process; seconds for which an entry counts; seconds for which departures are kept; then for each place the
-- number of players who are there and these players, the number of players who left and these players.
-- An entry is "<player><process>" by when it was written, "<player>" by when that player left, or "" by when the
-- place was first written.
local process, lifetime, retention = ARGV[1], ARGV[2], ARGV[3]
local time, answer, at = redis.call('TIME'), {}, 3
local now = time[1] + time[2] / 1000000

local function next_argument()
	at = at + 1
	return ARGV[at]
end

for number, key in ipairs(KEYS) do
	if redis.call('TYPE', key).ok ~= 'zset' then -- no server wrote it, and it would keep all places from being written
		redis.call('DEL', key)
	end
	local since = redis.call('ZSCORE', key, '') or now
	redis.call('ZREMRANGEBYSCORE', key, '-inf', now - retention)
	redis.call('ZADD', key, since, '')
	for _ = 1, tonumber(next_argument()) do
		redis.call('ZADD', key, now, next_argument() .. process)
	end
	for _ = 1, tonumber(next_argument()) do
		local player = next_argument()
		redis.call('ZREM', key, player .. process)
		redis.call('ZADD', key, now, player)
	end
	redis.call('EXPIRE', key, retention)
	answer[number] = redis.call('ZRANGEBYSCORE', key, now - lifetime, '+inf')
end
return answer
