import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../load.mjs';
import { accountIdOf } from './catalogue.mjs';

const emptyAnswer = '/api/channels/unresponsive';
const seconds = 5;
const connections = 32;
/** As many as the product has. */
const databaseConnections = 10;
/** Connections for saves: they wait for the disk, which writes many of them at once. */
const savingConnections = 256;

/**
 * Starts a bare `node:http` server that answers every request with the given bytes.
 *
 * @param {string | Buffer} text
 */
export async function startRawServer(text) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  await writeFile(join(dir, 'answer.json'), text);
  const script = fileURLToPath(new URL('../raw-server.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, join(dir, 'answer.json')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    pid: child.pid,
    async stop() {
      child.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Measures with wrk how many saves and how many nearly empty answers per second the product gives at most, and a bare
 * `node:http` server with the same bytes.
 *
 * @param {string} origin
 * @param {import('./run-viewers.mjs').Person[]} people
 * @param {string[]} films
 */
export async function measureMost(origin, people, films) {
  const headers = { authorization: `Bearer ${people[0].token}`, 'x-device-id': people[0].deviceId };
  const text = await (await fetch(origin + emptyAnswer, { headers })).text();
  const raw = await startRawServer(text);
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  try {
    const script = join(dir, 'saves.lua');
    await writeFile(script, savingScript(people, films));
    const rate = async (url, options) =>
      (await load(url, { headers, connections, seconds, ...options })).requestsPerSecond;
    return {
      rawAnswers: await rate(raw.url),
      answers: await rate(origin + emptyAnswer),
      saves: await rate(origin, { script, connections: savingConnections }),
    };
  } finally {
    await raw.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** The requests of wrk: saves of many people, each of a film of their own. */
export function savingScript(people, films) {
  const rows = people.map(
    ({ token, deviceId, index }) => `{"${token}","${deviceId}","${films[index % films.length]}"}`,
  );
  return `
local people = {${rows.join(',')}}
local turn = 0
request = function()
  turn = turn + 1
  local person = people[turn % #people + 1]
  return wrk.format("PUT", "/api/videos/" .. person[3] .. "/progress", {
    ["authorization"] = "Bearer " .. person[1], ["x-device-id"] = person[2], ["content-type"] = "application/json"
  }, '{"lastTime":' .. (61 + turn % 5000) .. ',"duration":5400}')
end`;
}

/**
 * How many positions a second Postgres itself stores, each in a transaction of its own, over as many connections as the
 * product has.
 *
 * @param {import('./run-viewers.mjs').Person[]} people
 * @param {string[]} films
 * @returns {(sql: any, db: any) => Promise<number>}
 */
export const measureDatabase = (people, films) => async (sql, db) => {
  const endMs = performance.now() + seconds * 1_000;
  let count = 0;
  const write = async () => {
    while (performance.now() < endMs) {
      count += 1;
      const { index } = people[count % people.length];
      await sql`
        insert into progress as known (account_id, video_id, last_time_seconds, duration_seconds, progress, is_completed,
          last_watched_at, is_hidden)
        values (${accountIdOf(index)}, ${films[index % films.length]}, ${count}, 5400, 0.5, false, now(), false)
        on conflict (account_id, video_id) do update set last_time_seconds = excluded.last_time_seconds,
          last_watched_at = excluded.last_watched_at`.execute(db);
    }
  };
  await Promise.all(Array.from({ length: databaseConnections }, write));
  return count / seconds;
};
