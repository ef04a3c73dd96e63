/*
 * Leases in the shared store. `leases:<account>` is a hash of the account's devices, each with its lease in JSON;
 * `stops:<account>` a hash of the devices that were stopped, each with the second of the stop; `playing` a sorted set of the
 * accounts of which a device plays, by the time at which the last of their leases ends. Times are in ms by the clock of the
 * shared store, which is one for all servers. The rules are those of `leases.ts`.
 */
import type { StoreScript } from '../../../platform/shared-store/shared-store.ts';

/** Reads the present time and the leases that have not ended, and writes down when the last of them ends. */
const prelude = `
local key, playing, account = KEYS[1], KEYS[2], ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function alive()
  local all, leases, count = redis.call('HGETALL', key), {}, 0
  for i = 1, #all, 2 do
    local lease = cjson.decode(all[i + 1])
    if lease.ends <= now then redis.call('HDEL', key, all[i])
    else leases[all[i]] = lease; count = count + 1 end
  end
  return leases, count
end
local function keep(leases)
  local last = 0
  for _, lease in pairs(leases) do last = math.max(last, lease.ends) end
  if last == 0 then redis.call('ZREM', playing, account)
  else redis.call('ZADD', playing, last, account); redis.call('PEXPIREAT', key, last) end
end
local function answer(status, leases)
  local out = { status }
  for device, lease in pairs(leases) do
    out[#out + 1] = cjson.encode({ device, lease.item, lease.cast, lease.issued, lease.since })
  end
  return out
end
local function moved(held, cast, issued)
  if held == nil or held.cast == cast then return false end
  if cast == 1 then return issued < held.issued end
  return issued <= held.issued
end
`;

/** Arguments after the keys `leases:…`, `playing`, `stops:…`: account, device, item, cast (0, 1), issued, most, lasting. */
export const takeScript: StoreScript = {
  keys: 3,
  lua: `${prelude}
local device, item, cast, issued = ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local most, lasting = tonumber(ARGV[6]), tonumber(ARGV[7])
local leases, count = alive()
local stopped = tonumber(redis.call('HGET', KEYS[3], device) or '-1')
if issued <= stopped then return answer('stopped', leases) end
local held = leases[device]
if held == nil and most >= 0 and count >= most then return answer('full', leases) end
if moved(held, cast, issued) then return answer('stopped', leases) end
local since = now
if held ~= nil and held.item == item then since = held.since end
if held ~= nil and held.cast == cast then issued = math.max(issued, held.issued) end
local lease = { item = item, cast = cast, issued = issued, since = since, ends = now + lasting }
leases[device] = lease
redis.call('HSET', key, device, cjson.encode(lease))
keep(leases)
return answer('taken', leases)`,
};

/** Arguments after the keys `leases:…`, `playing`: account, device, item, lasting. */
export const renewScript: StoreScript = {
  keys: 2,
  lua: `${prelude}
local device, item, lasting = ARGV[2], ARGV[3], tonumber(ARGV[4])
local leases = alive()
local lease = leases[device]
if lease == nil then return answer('lapsed', leases) end
if lease.item == item then
  lease.ends = now + lasting
  redis.call('HSET', key, device, cjson.encode(lease))
  keep(leases)
end
return answer('renewed', leases)`,
};

/** Arguments after the keys `leases:…`, `playing`, `stops:…`: account, device, cast, issued. */
export const findMoveScript: StoreScript = {
  keys: 3,
  lua: `${prelude}
local leases = alive()
local issued = tonumber(ARGV[4])
local stopped = tonumber(redis.call('HGET', KEYS[3], ARGV[2]) or '-1')
if issued <= stopped or moved(leases[ARGV[2]], tonumber(ARGV[3]), issued) then return answer('moved', leases) end
return answer('here', leases)`,
};

/** Arguments after the keys `leases:…`, `playing`: account. */
export const listScript: StoreScript = {
  keys: 2,
  lua: `${prelude}
return answer('listed', (alive()))`,
};

/** Arguments after the keys `leases:…`, `playing`, `stops:…`: account, device, how long the stop is remembered. */
export const stopScript: StoreScript = {
  keys: 3,
  lua: `${prelude}
local leases = alive()
local held = leases[ARGV[2]]
redis.call('HSET', KEYS[3], ARGV[2], math.floor(now / 1000))
redis.call('PEXPIRE', KEYS[3], ARGV[3])
leases[ARGV[2]] = nil
redis.call('HDEL', key, ARGV[2])
keep(leases)
return answer(held == nil and 'idle' or 'stopped', leases)`,
};

/** Arguments after the key `playing`: how many accounts are listed at most. Forgets those whose leases have ended. */
export const listAccountsScript: StoreScript = {
  keys: 1,
  lua: `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf', 'LIMIT', 0, ARGV[1])`,
};
