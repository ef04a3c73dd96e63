/*
 * Leases in the shared store. `leases:<account>` is a hash of the account's devices, each with its lease in JSON;
 * `stops:<account>` a hash of the devices that were stopped, each with the second of the stop; `playing` a sorted set of the
 * accounts of which a device plays, by the time at which the last of their leases ends. Times are in ms by the clock of the
 * shared store, which is one for all servers. The rules are those of `leases.ts`.
 *
 * `playing-began` is written into an empty store, and tells one start from another. Each script gets it as the server knows
 * it. If the store has another one, it has come back empty, and decides nothing before that server has told it the leases
 * and stops that it knows (`restoreScript`).
 */
import type { StoreScript } from '../../../platform/shared-store/shared-store.ts';

/**
 * The keys are `playing-began`, `playing`, `leases:…`, `stops:…`; the first arguments are what `playing-began` is known to be,
 * and the account. Answers a word, what `playing-began` is, and the leases of the account.
 */
const prelude = `
local playing, key, stops, account = KEYS[2], KEYS[3], KEYS[4], ARGV[2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local began = redis.call('GET', KEYS[1])
if not began then
  began = time[1] .. '.' .. time[2]
  redis.call('SET', KEYS[1], began)
end
if began ~= ARGV[1] then return { 'restarted', began } end
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
  local out = { status, began }
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
local function stoppedAt(device) return tonumber(redis.call('HGET', stops, device) or '-1') end
`;

/** Further arguments: device, item, cast (0, 1), issued, most, lasting. */
export const takeScript: StoreScript = {
  keys: 4,
  lua: `${prelude}
local device, item, cast, issued = ARGV[3], ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
local most, lasting = tonumber(ARGV[7]), tonumber(ARGV[8])
local leases, count = alive()
if issued <= stoppedAt(device) then return answer('stopped', leases) end
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

/** Further arguments: device, item, lasting. */
export const renewScript: StoreScript = {
  keys: 4,
  lua: `${prelude}
local device, item, lasting = ARGV[3], ARGV[4], tonumber(ARGV[5])
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

/** Further arguments: device, cast, issued. */
export const findMoveScript: StoreScript = {
  keys: 4,
  lua: `${prelude}
local leases = alive()
local issued = tonumber(ARGV[5])
if issued <= stoppedAt(ARGV[3]) or moved(leases[ARGV[3]], tonumber(ARGV[4]), issued) then
  return answer('moved', leases)
end
return answer('here', leases)`,
};

export const listScript: StoreScript = {
  keys: 4,
  lua: `${prelude}
return answer('listed', (alive()))`,
};

/** Further arguments: device, how long the stop is remembered. The word of the answer has the second of the stop behind it. */
export const stopScript: StoreScript = {
  keys: 4,
  lua: `${prelude}
local leases = alive()
local held = leases[ARGV[3]]
redis.call('HSET', stops, ARGV[3], time[1])
redis.call('PEXPIRE', stops, ARGV[4])
leases[ARGV[3]] = nil
redis.call('HDEL', key, ARGV[3])
keep(leases)
return answer((held == nil and 'idle ' or 'stopped ') .. time[1], leases)`,
};

/**
 * Further arguments: most, how long stops are remembered, in JSON the stops `[device, second]` and the leases
 * `[device, item, cast, issued, since, lasting]` that a server knows. What the store has and what is newer stays. Where there
 * are more leases than `most` then, those that play for the shortest time end.
 */
export const restoreScript: StoreScript = {
  keys: 4,
  lua: `${prelude}
local most, leases, count = tonumber(ARGV[3]), alive()
for _, stop in ipairs(cjson.decode(ARGV[5])) do
  local device, second = stop[1], stop[2]
  if second > stoppedAt(device) then
    redis.call('HSET', stops, device, second)
    redis.call('PEXPIRE', stops, ARGV[4])
    if leases[device] ~= nil and leases[device].issued <= second then
      leases[device] = nil; count = count - 1
      redis.call('HDEL', key, device)
    end
  end
end
local added = false
for _, own in ipairs(cjson.decode(ARGV[6])) do
  local device, issued = own[1], own[4]
  local held = leases[device]
  if issued > stoppedAt(device) and (held == nil or held.issued < issued) then
    if held == nil then count = count + 1; added = true end
    leases[device] = { item = own[2], cast = own[3], issued = issued, since = own[5], ends = now + own[6] }
    redis.call('HSET', key, device, cjson.encode(leases[device]))
  end
end
while added and most >= 0 and count > most do
  local newest
  for device, lease in pairs(leases) do
    if newest == nil or lease.since > leases[newest].since then newest = device end
  end
  leases[newest] = nil; count = count - 1
  redis.call('HDEL', key, newest)
end
keep(leases)
return answer('restored', leases)`,
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

/** Its keys are the `leases:…` of any number of accounts. Answers the leases of each. */
export const listManyScript = {
  lua: `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local out = {}
for i = 1, #KEYS do
  local all = redis.call('HGETALL', KEYS[i])
  out[i] = {}
  for at = 1, #all, 2 do
    local lease = cjson.decode(all[at + 1])
    if lease.ends > now then
      out[i][#out[i] + 1] = cjson.encode({ all[at], lease.item, lease.cast, lease.issued, lease.since })
    end
  end
end
return out`,
};
