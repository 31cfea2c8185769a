-- Returns the time and all entries of a place with their times. KEYS: the place.
local time = redis.call('TIME')
return { string.format('%d.%06d', time[1], time[2]), redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES') }
