// A hostile server gives mpv lists of addresses in place of films, without the gateway between them: a real mpv with the
// options of the shell, controlled by the client of `packages/bridge`, requests none of them. Canary servers on
// 127.0.0.2 and ::1 count what mpv requests: `node --import ./tools/typescript.mjs --test apps/desktop/test/mpv-hostile.test.mjs`. Needs mpv, ffmpeg
// and Linux, where all of 127/8 is this machine.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as bridge from '../../../packages/bridge/src/index.ts';
import { sendAnswer } from '../../../packages/testing/src/world/answers.ts';
import { disguisedLists } from '../../../packages/testing/src/world/disguised-lists.ts';
import { startProvider } from '../../../packages/testing/src/world/provider.ts';
import { createSocketTransport } from './socket-transport.mjs';

/** The options with which the shell starts mpv. @type {string[]} */
const shellOptions = JSON.parse(
  readFileSync(new URL('../src-tauri/mpv-options.json', import.meta.url), 'utf8'),
);
/** What the canaries were asked for. @type {string[]} */
const hits = [];
/** What the hostile server serves, by path. @type {Map<string, Buffer>} */
const files = new Map();
/** @type {import('../../../packages/testing/src/world/provider.ts').Provider[]} */
const servers = [];
let origin = '';
/** @type {import('../../../packages/testing/src/world/disguised-lists.ts').DisguisedList[]} */
let lists = [];
/** The names of playlists, with the kinds of streams that they are. @type {Map<string, string>} */
const playlists = new Map([
  ['playlists/hls/index.m3u8', 'hls'],
  ['playlists/hls-key/index.m3u8', 'hls'],
  ['playlists/dash/manifest.mpd', 'dash'],
]);

/** @param {string} host @param {import('../../../packages/testing/src/world/provider.ts').Handler} answer */
async function listen(host, answer) {
  const server = await startProvider(answer, { on: host });
  servers.push(server);
  return server.origin;
}

before(async () => {
  const canary = (/** @type {string} */ host) =>
    listen(host, (request, response) => {
      hits.push(`${host}${request.url}`);
      response.writeHead(404).end();
    });
  lists = disguisedLists([await canary('127.0.0.2'), await canary('::1')]);
  for (const { name, body } of lists) files.set(`/${name.replaceAll(' ', '-')}/video`, body);
  makePlaylists();
  origin = await listen('127.0.0.77', (request, response) => {
    const body = files.get(request.url ?? '');
    if (body === undefined) response.writeHead(404).end();
    else sendAnswer(request, response, { headers: { 'content-type': 'video/mp4' }, body, hasRanges: true });
  });
});
after(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())));

/** Makes a film, and the same film as HLS, as HLS with a key and as DASH. */
function makePlaylists() {
  const folder = mkdtempSync(path.join(tmpdir(), 'butaca-playlists-'));
  const encode = (/** @type {string} */ words) =>
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...words.split(' ')], { cwd: folder });
  const picture = '-f lavfi -i testsrc2=size=160x90:rate=10:duration=2 -c:v libx264 -preset ultrafast';
  try {
    encode(`${picture} -f mpegts video`);
    encode(`${picture} -f hls -hls_time 1 -hls_playlist_type vod index.m3u8`);
    const readAll = (/** @type {string} */ place) => {
      for (const name of readdirSync(folder)) {
        files.set(`/playlists/${place}/${name}`, readFileSync(path.join(folder, name)));
        if (name !== 'video') rmSync(path.join(folder, name));
      }
    };
    readAll('hls');
    writeFileSync(path.join(folder, 'key.bin'), '0123456789abcdef');
    writeFileSync(path.join(folder, 'info'), 'key.bin\nkey.bin\n');
    encode(`${picture} -f hls -hls_time 1 -hls_playlist_type vod -hls_key_info_file info index.m3u8`);
    readAll('hls-key');
    encode(`${picture} -f dash -seg_duration 1 manifest.mpd`);
    readAll('dash');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens mpv with the shell's options, and the client of the page. */
function openMpv() {
  const transport = createSocketTransport(bridge);
  const clock = bridge.systemClock;
  const client = new bridge.MpvClient({ transport, origin, clock, answerMs: 5_000, openingMs: 20_000 });
  return { transport, client };
}

/**
 * Plays an address until mpv has ended it, or has opened it.
 *
 * @param {import('../../../packages/bridge/src/index.ts').MpvClient} client
 * @param {string} file
 * @param {string} [streamKind]
 * @returns {Promise<'opened' | 'failed'>}
 */
async function play(client, file, streamKind) {
  const source = { url: `${origin}/${file}`, startTime: 0, title: '', streamKind };
  const outcome = await client.load(source).then(
    () => /** @type {const} */ ('opened'),
    () => /** @type {const} */ ('failed'),
  );
  await client.stop();
  return outcome;
}

describe('an mpv with the options of the shell, at a hostile server', () => {
  for (const streamKind of ['file', 'ts', undefined, 'something else']) {
    it(`requests nothing that a list names which the server calls ${streamKind}`, async (t) => {
      const { transport, client } = openMpv();
      hits.length = 0;
      try {
        assert.ok(lists.length >= 28);
        for (const { name } of lists) {
          await play(client, `${name.replaceAll(' ', '-')}/video`, streamKind);
          assert.deepEqual([name, ...hits], [name]);
        }
        t.diagnostic(`${lists.length} forms, ${hits.length} requests for what they name`);
        assert.equal(await play(client, 'playlists/hls/video', streamKind), 'opened');
      } finally {
        await transport.close();
      }
    });
  }

  it('plays HLS and DASH where the server calls them so, and not as films', async () => {
    const { transport, client } = openMpv();
    try {
      for (const [file, kind] of playlists) {
        assert.deepEqual([file, await play(client, file, kind)], [file, 'opened']);
        assert.deepEqual([file, await play(client, file, 'file')], [file, 'failed']);
      }
    } finally {
      await transport.close();
    }
  });
});

describe('an mpv that is started for one file', () => {
  const isOther = (/** @type {string} */ option) =>
    !/^--(?:idle|access-references|demuxer-lavf-o)/.test(option);
  const alone = shellOptions.filter((option) => !option.startsWith('--idle'));

  it('requests nothing that a list names with the options of the shell', async () => {
    for (const { name } of lists) {
      hits.length = 0;
      await run(alone, name);
      assert.deepEqual([name, ...hits], [name]);
    }
  });

  it('requests what the lists name without them, so that they are lists to it', async (t) => {
    /** @type {string[]} */
    const followed = [];
    // mpv waits for minutes for what a session description announces; the next test is about that.
    for (const { name } of lists.filter((list) => list.name !== 'session')) {
      hits.length = 0;
      await run(shellOptions.filter(isOther), name);
      t.diagnostic(`${hits.length} requests: ${name}`);
      if (hits.length > 0) followed.push(name);
    }
    const expected = lists.filter(({ isFollowed }) => isFollowed).map(({ name }) => name);
    assert.ok(expected.length >= 28);
    assert.deepEqual(followed, expected);
  });

  it('opens no port for a session description, which it does without the options of the shell', async () => {
    assert.equal(await run(alone, 'session', isPortOpen), false);
    assert.equal(await run(shellOptions.filter(isOther), 'session', isPortOpen), true);
  });

  /**
   * Plays one list in a process of its own, until the process ends or `isEnough` says so.
   *
   * @param {string[]} options
   * @param {string} name
   * @param {() => boolean} [isEnough]
   * @returns {Promise<boolean>} whether it was enough
   */
  async function run(options, name, isEnough = () => false) {
    const own = ['--vo=null', '--ao=null', '--length=1', '--untimed'];
    const child = spawn('mpv', [...options, ...own, `${origin}/${name.replaceAll(' ', '-')}/video`], {
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (child.exitCode === null && child.signalCode === null) {
      if (isEnough()) {
        child.kill('SIGKILL');
        await ended;
        return true;
      }
      await Promise.race([ended, sleep(2)]);
    }
    return false;
  }

  /** Whether some process has opened the port that the session description names. */
  const isPortOpen = () =>
    ['/proc/net/udp', '/proc/net/udp6'].some((file) => readFileSync(file, 'utf8').includes(':138C '));
});
