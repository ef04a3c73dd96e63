/*
 * Permits in the shared store. `permits:<pool>` is a hash of the permits of a pool by their id, each with its end and with
 * what it is used for in JSON; `permits` a hash of two times: `at`, when any server spoke last, and `settled`, until when no
 * further permit is given. Times are in ms by the clock of the shared store, which is one for all servers.
 */
import type { StoreScript } from './shared-store.ts';

/**
 * The keys are `permits` and `permits:<pool>`. The first arguments are how long a permit lasts, after how long a silence of
 * all servers permits may have been lost, and for how long none is given then.
 */
const prelude = `
local meeting, pool = KEYS[1], KEYS[2]
local lasting, quiet, settle = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = tonumber(redis.call('HGET', meeting, 'at') or '0')
local settled = math.min(tonumber(redis.call('HGET', meeting, 'settled') or '0'), now + settle)
if now - at > quiet then settled = now + settle end
redis.call('HSET', meeting, 'at', now, 'settled', settled)
local function alive()
  local all, permits, count = redis.call('HGETALL', pool), {}, 0
  for i = 1, #all, 2 do
    local permit = cjson.decode(all[i + 1])
    if permit.ends <= now then redis.call('HDEL', pool, all[i])
    else permits[all[i]] = permit; count = count + 1 end
  end
  return permits, count
end
local function keep(id, label, brief)
  redis.call('HSET', pool, id, cjson.encode({ ends = now + lasting, label = label, brief = brief }))
  redis.call('PEXPIRE', pool, lasting)
end
`;

/**
 * Further arguments: id, most, label, brief (0, 1). Answers `taken`, `settling`, or `full` and id, label, brief of each. Where all
 * are held, the permit of a server that has not renewed it for a third of its life is taken from that server for the same label:
 * what was played there goes on here, because that server hangs.
 */
export const takePermitScript: StoreScript = {
  keys: 2,
  lua: `${prelude}
local id, most = ARGV[4], tonumber(ARGV[5])
local permits, count = alive()
if permits[id] == nil then
  if now < settled then return { 'settling' } end
  if count >= most and ARGV[6] ~= '' then
    for held, permit in pairs(permits) do
      if permit.label == ARGV[6] and permit.brief == '0' and permit.ends - now < lasting * 2 / 3 then
        redis.call('HDEL', pool, held)
        count = count - 1
        break
      end
    end
  end
  if count >= most then
    local out = { 'full' }
    for held, permit in pairs(permits) do
      out[#out + 1] = held; out[#out + 1] = permit.label; out[#out + 1] = permit.brief
    end
    return out
  end
end
keep(id, ARGV[6], ARGV[7])
return { 'taken' }`,
};

/**
 * Further arguments: most, then id, label, brief of each permit. One that has ended is given again where there is room.
 * Answers the ids of those that are lost.
 */
export const renewPermitsScript: StoreScript = {
  keys: 2,
  lua: `${prelude}
local most = tonumber(ARGV[4])
local permits, count = alive()
local lost = {}
for i = 5, #ARGV, 3 do
  if permits[ARGV[i]] == nil and count >= most then lost[#lost + 1] = ARGV[i]
  else
    if permits[ARGV[i]] == nil then count = count + 1 end
    keep(ARGV[i], ARGV[i + 1], ARGV[i + 2])
  end
end
return lost`,
};

/** Further arguments: the ids of the permits that are given back. */
export const giveBackPermitsScript: StoreScript = {
  keys: 2,
  lua: `${prelude}
for i = 4, #ARGV do redis.call('HDEL', pool, ARGV[i]) end
return 0`,
};

/** Answers how many permits of the pool all servers hold. */
export const countPermitsScript: StoreScript = {
  keys: 2,
  lua: `${prelude}
local _, count = alive()
return count`,
};
