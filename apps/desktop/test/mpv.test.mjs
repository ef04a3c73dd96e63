// The client and the rules of `packages/bridge` against a real mpv and a real HTTP server:
// `node --import ./tools/typescript.mjs --test apps/desktop/test/mpv.test.mjs`. Needs mpv and ffmpeg; Node's closing lines count the tests. The times
// are limits of the product, so the machine has to be idle.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as bridge from '../../../packages/bridge/src/index.ts';
import { startMediaServer } from './media-server.mjs';
import { createSocketTransport } from './socket-transport.mjs';
import { judgeTime } from './judge-time.mjs';

const { systemClock } = bridge;
/** Lets a tenth of each wait pass: the rules wait for seconds. */
const hastyClock = {
  now: () => systemClock.now() * 10,
  after: (/** @type {number} */ ms, /** @type {() => void} */ run) => systemClock.after(ms / 10, run),
};

/** @type {Awaited<ReturnType<typeof startMediaServer>>} */
let server;
/** @type {ReturnType<typeof createSocketTransport>} */
let transport;
/** @type {import('../../../packages/bridge/src/index.ts').MpvClient} */
let client;
/** What the client has told, in order. @type {Record<string, unknown>[]} */
let told;

before(async () => {
  server = await startMediaServer();
});
after(() => server.close());

beforeEach(() => useMpv());
afterEach(() => transport.close());

/** @param {Parameters<typeof createSocketTransport>[1]} [options] */
function useMpv(options) {
  transport = createSocketTransport(bridge, options);
  const { origin } = server;
  client = new bridge.MpvClient({ transport, origin, clock: systemClock, answerMs: 1000, openingMs: 5000 });
  told = [];
  client.onTime((time) => told.push({ time }));
  client.onEnd((end) => told.push({ end }));
  client.onError(({ code }) => told.push({ error: code }));
  client.onChange((change) => told.push({ ...change }));
}

/** @param {string} path */
const media = (path, startTime = 0) => ({
  url: `${server.origin}/${path}`,
  startTime,
  title: 'Película, «uno»=1',
});

/**
 * Resolves to the first value that is not `undefined`.
 *
 * @template Value
 * @param {() => Value | undefined | Promise<Value | undefined>} look
 */
async function until(look, limitMs = 30_000) {
  for (const endsAt = performance.now() + limitMs; performance.now() < endsAt;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    await sleep(5);
  }
  throw new Error('what was waited for did not happen');
}

/**
 * Resolves to the first report of the client that passes a test.
 *
 * @param {(report: Record<string, any>) => boolean} test
 * @returns {Promise<Record<string, any>>}
 */
const untilTold = (test) => until(() => told.find(test));

describe('a real mpv', () => {
  it('starts and answers', async (t) => {
    const startedAt = performance.now();
    await client.open();
    judgeTime(t, 'mpv started and answered', performance.now() - startedAt, 300);
  });

  it('plays from the position and reports tracks, duration and times a second apart', async () => {
    await client.load(media('film.mp4', 20));
    const tracks = await untilTold(({ property, value }) => property === 'track-list' && value.length > 0);
    assert.deepEqual(
      tracks['value'].map((/** @type {{ kind: string }} */ { kind }) => kind),
      ['video', 'audio'],
    );
    const duration = await untilTold(({ property, value }) => property === 'duration' && value > 0);
    assert.ok(Math.abs(duration['value'] - 30) < 0.5);
    await untilTold(({ time }) => time >= 21.5);
    const times = told.flatMap(({ time }) => (typeof time === 'number' ? [time] : []));
    const [first = 0] = times;
    assert.ok(first >= 19 && first <= 21, String(times));
    assert.ok(times.length <= 4, String(times));
  });

  it('seeks, pauses and changes volume, sound and subtitles', async () => {
    await client.load(media('film.mp4'));
    await client.seek(10);
    await untilTold(({ time }) => time >= 10);
    for (const [property, value] of /** @type {const} */ ([
      ['pause', true],
      ['volume', 40],
      ['mute', true],
      ['speed', 1.5],
      ['aid', 'no'],
    ])) {
      await client.set(/** @type {any} */ ({ property, value }));
      await untilTold((report) => report['property'] === property && report['value'] === value);
    }
  });

  it('ends at the end of the file, and plays the next one in the same process', async () => {
    await client.load(media('clip.mp4'));
    await untilTold(({ end }) => end === 'ended');
    await client.load(media('clip.mp4'));
    assert.equal(transport.starts(), 1);
  });

  it('has no connection left a second after it was stopped', async (t) => {
    await client.load(media('film.mp4'));
    await until(() => server.connectionCount() > 0);
    const stoppedAt = performance.now();
    await client.stop();
    t.diagnostic(`stopped after ${Math.round(performance.now() - stoppedAt)} ms`);
    t.diagnostic(`connections when stopped: ${server.connectionCount()}`);
    await sleep(Math.max(0, stoppedAt + 1000 - performance.now()));
    t.diagnostic(`connections a second after stopping: ${server.connectionCount()}`);
    assert.equal(server.connectionCount(), 0);
  });

  it('shows another address', async (t) => {
    await client.load(media('film.mp4'));
    await until(() => findTimes().frame !== undefined);
    await client.load(media('film.mp4?otro'));
    const { asked, begun, frame } = await until(() => {
      const times = findTimes();
      return times.frame === undefined ? undefined : times;
    });
    t.diagnostic(`another address: begun after ${Math.round(begun - asked)} ms`);
    judgeTime(t, 'the first frame of another address', frame - asked, 100);
  });

  for (const [path, message] of /** @type {const} */ ([
    ['missing.mp4', 'mpv no pudo abrir el video.'],
    ['page.html', 'mpv no reconoce el formato del video.'],
  ])) {
    it(`says that it cannot play ${path}`, async () => {
      await assert.rejects(client.load(media(path)), { code: 'media', message });
      await client.load(media('clip.mp4'));
    });
  }

  it('does not follow a list to addresses of other servers', async () => {
    await assert.rejects(client.load(media('list.m3u')), { code: 'media' });
    await sleep(200);
    assert.equal(transport.log.filter(({ line }) => line.includes('"start-file"')).length <= 2, true);
    assert.equal(client.isBusy(), false);
  });

  it('stops while an address does not answer', async () => {
    const loading = client.load(media('silent')).catch((/** @type {{ code: string }} */ { code }) => code);
    await until(() => server.lastRequest() === '/silent');
    await client.stop();
    assert.equal(await loading, 'replaced');
    await until(() => server.connectionCount() === 0, 1000);
  });

  it('stops at once what has only been asked for', async () => {
    await client.open();
    const loading = client.load(media('film.mp4')).catch((/** @type {{ code: string }} */ { code }) => code);
    await client.stop();
    assert.equal(await loading, 'replaced');
    await until(() => server.connectionCount() === 0, 1000);
  });

  it('has received a film no further than some seconds ahead, with a limit in bytes as well', async (t) => {
    server.makeLong();
    await client.load(media('long.mp4'));
    // mpv has what it may have, and does not read on.
    await until(async () => (await ask('demuxer-cache-idle')) === true);
    const aheadSeconds = (await ask('demuxer-cache-time')) - (await ask('time-pos'));
    t.diagnostic(`received ${aheadSeconds.toFixed(1)} s ahead of the position`);
    assert.ok(aheadSeconds > 3 && aheadSeconds < 9, String(aheadSeconds));
    assert.equal((await ask('demuxer-cache-state'))['eof-cached'], false);
    assert.ok((await ask('options/demuxer-max-bytes')) <= 64 * 1024 ** 2);
    assert.ok((await ask('options/demuxer-max-back-bytes')) <= 16 * 1024 ** 2);
    // Otherwise what is already played may fill what was not needed ahead.
    assert.equal(await ask('options/demuxer-donate-buffer'), false);
  });

  it('opens no address from its options', async () => {
    const file = '/tmp/butaca-written-by-mpv';
    await assert.rejects(client.load({ url: `--log-file=${file}`, startTime: 0, title: '' }), {
      code: 'refused',
    });
    assert.equal(existsSync(file), false);
    assert.equal(transport.starts(), 0);
  });
});

describe('an mpv that fails', () => {
  it('is reported when it dies while it plays, and started again', async () => {
    await client.load(media('film.mp4'));
    process.kill(Number(transport.pid()), 'SIGKILL');
    await untilTold(({ error }) => error === 'died');
    await client.load(media('clip.mp4'));
    assert.equal(transport.starts(), 2);
  });

  it('is ended when it hangs, and leaves no process and no connection', async () => {
    await client.load(media('film.mp4'));
    const pid = Number(transport.pid());
    process.kill(pid, 'SIGSTOP');
    await assert.rejects(client.stop(), { code: 'unresponsive' });
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    await until(() => server.connectionCount() === 0, 1000);
  });

  it('is missing', async () => {
    useMpv({ program: '/nonexistent/mpv' });
    const player = bridge.createMpvSession(client, systemClock);
    assert.equal(await player.look(), 'missing');
  });

  it('is closed by the person without a failure', async () => {
    await client.load(media('film.mp4'));
    // What mpv itself does when its window is closed.
    await transport.send(JSON.stringify({ command: ['quit'] }));
    await untilTold(({ end }) => end === 'closed');
    await until(() => transport.pid() === undefined);
    assert.deepEqual(
      told.filter(({ error }) => error !== undefined),
      [],
    );
  });
});

describe('the rules of the product', () => {
  it('start an mpv again that ends with exit code 1, twice at most', async () => {
    useMpv({ extraOptions: () => (transport.starts() <= 2 ? ['--no-such-option'] : []) });
    const player = bridge.createMpvSession(client, hastyClock);
    assert.deepEqual(await play(player, 'clip.mp4'), { success: true });
    assert.equal(transport.starts(), 3);
  });

  it('give up after that', async () => {
    useMpv({ extraOptions: () => ['--no-such-option'] });
    const player = bridge.createMpvSession(client, hastyClock);
    const answer = await play(player, 'clip.mp4');
    assert.deepEqual(answer, { success: false, code: 'start', message: 'mpv no se pudo iniciar (code: 1).' });
    assert.equal(transport.starts(), 3);
  });

  it('open the next chapter when the connection of the last one is gone for a second', async () => {
    const player = bridge.createMpvSession(client, systemClock);
    await play(player, 'film.mp4?capitulo=1');
    await until(() => server.connectionCount() > 0);
    const playing = play(player, 'film.mp4?capitulo=2');
    await until(() => server.connectionCount() === 0, 500);
    await sleep(700);
    assert.equal(server.connectionCount(), 0);
    assert.deepEqual(await playing, { success: true });
    assert.equal(transport.starts(), 1);
    await player.stop();
  });

  /**
   * @param {import('../../../packages/bridge/src/index.ts').ExternalPlayer} player
   * @param {string} path
   */
  const play = (player, path) => player.play(media(path).url, { startTime: 0, title: 'Capítulo' });
});

let lastQuestion = 1_000_000;

/** Asks mpv itself for a property, which the client would not. @param {string} property @returns {Promise<any>} */
async function ask(property) {
  lastQuestion += 1;
  const number = lastQuestion;
  await transport.send(JSON.stringify({ command: ['get_property', property], request_id: number }));
  const line = await until(
    () => transport.log.findLast((one) => one.line.includes(`"request_id":${number},"error"`))?.line,
  );
  const { data, error } = JSON.parse(line);
  assert.equal(error, 'success', property);
  return data;
}

/** When the newest address was asked for, when mpv began to open it and when it showed a frame of it. */
function findTimes() {
  const last = transport.log.findLastIndex(({ line }) => line.includes('"loadfile"'));
  const lines = transport.log.slice(last);
  const timeOf = (/** @type {string} */ event) =>
    /** @type {number} */ (lines.find(({ line }) => line.includes(`"event":"${event}"`))?.at);
  return { asked: lines[0]?.at ?? 0, begun: timeOf('start-file'), frame: timeOf('playback-restart') };
}
