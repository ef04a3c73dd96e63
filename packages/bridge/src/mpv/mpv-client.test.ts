import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, settle, type FakeClock } from '../../test/fake-clock.ts';
import { createFakeMpv, type FakeMpv } from '../../test/fake-mpv.ts';
import { MpvClient } from './mpv-client.ts';
import { missing } from './mpv-failure.ts';

const origin = 'https://tv.ejemplo.com';
const source = { url: `${origin}/api/stream/a`, startTime: 0, title: 'Canal 5' };
const other = { url: `${origin}/api/stream/b`, startTime: 30, title: 'Canal 6' };

let mpv: FakeMpv;
let clock: FakeClock;
let client: MpvClient;
/** What the client has told, in order. */
let told: unknown[];

beforeEach(() => {
  mpv = createFakeMpv();
  clock = createFakeClock();
  client = new MpvClient({ transport: mpv, origin, clock, answerMs: 5000, openingMs: 60_000 });
  told = [];
  client.onTime((seconds) => told.push({ time: seconds }));
  client.onEnd((end) => told.push({ end }));
  client.onError(({ code, message }) => told.push({ code, message }));
});

/** The code of the failure with which a request ended, or what it resolved to. */
const outcome = (request: Promise<unknown>): Promise<unknown> =>
  request.catch((error: unknown) => (error as { code?: unknown }).code ?? error);

describe('the start of mpv', () => {
  it('happens once for all requests, and one process plays one address after the other', async () => {
    await Promise.all([client.open(), client.open(), client.load(source)]);
    await client.load(other);
    expect(mpv.startCount).toBe(1);
    expect(mpv.commands).toEqual([
      ['loadfile', source.url, 'replace', { 'force-media-title': 'Canal 5', 'access-references': 'no' }],
      [
        'loadfile',
        other.url,
        'replace',
        { start: '30.000', 'force-media-title': 'Canal 6', 'access-references': 'no' },
      ],
    ]);
  });

  it('says that mpv is missing, and tries again the next time', async () => {
    mpv.openFailures = [missing()];
    expect(await outcome(client.load(source))).toBe('missing');
    await client.load(source);
    expect(mpv.startCount).toBe(2);
  });

  it('says that mpv is too old, and leaves no process behind', async () => {
    mpv.version = 'mpv 0.34.1';
    expect(await outcome(client.load(source))).toBe('too_old');
    expect(mpv.isRunning).toBe(false);
    expect(mpv.commands).toEqual([]);
  });

  it('ends a process that never answers', async () => {
    mpv.hangs = true;
    const opening = outcome(client.open());
    await clock.move(4999);
    expect(mpv.isRunning).toBe(true);
    await clock.move(1);
    expect(await opening).toBe('unresponsive');
    expect(mpv.isRunning).toBe(false);
  });
});

describe('load', () => {
  it.each([
    '--log-file=/tmp/a',
    'file:///etc/passwd',
    'https://otra.ejemplo.com/a',
    'https://ana:clave@tv.ejemplo.com/a',
    `${source.url}\n--log-file=/tmp/a`,
    ` ${source.url}`,
    '',
  ])('refuses the address %j without starting mpv', async (url) => {
    expect(await outcome(client.load({ ...source, url }))).toBe('refused');
    expect(mpv.startCount).toBe(0);
  });

  it('resolves when the address is opened, and not when it only begins', async () => {
    mpv.opensAtOnce = false;
    let isOpened = false;
    const loading = client.load(source).then(() => (isOpened = true));
    await settle();
    expect(isOpened).toBe(false);
    mpv.tellOpened();
    await loading;
  });

  it.each([
    ['loading failed', 'mpv no pudo abrir el video.'],
    ['unrecognized file format', 'mpv no reconoce el formato del video.'],
    ['something new', 'mpv no pudo reproducir el video.'],
  ])('rejects when mpv says «%s»', async (fileError, sentence) => {
    mpv.opensAtOnce = false;
    const loading = client.load(source);
    await settle();
    mpv.tellEnd('error', fileError);
    await expect(loading).rejects.toMatchObject({ code: 'media', message: sentence });
    expect(client.isBusy()).toBe(false);
    expect(told).toEqual([]);
  });

  it('gives up on an address that does not open within a minute', async () => {
    mpv.opensAtOnce = false;
    const loading = outcome(client.load(source));
    await clock.move(60_000);
    expect(await loading).toBe('unresponsive');
    expect(mpv.isRunning).toBe(false);
  });

  it('replaces what is still being opened, and ignores what mpv says of it', async () => {
    mpv.opensAtOnce = false;
    const first = outcome(client.load(source));
    await settle();
    const second = client.load(other);
    await settle();
    expect(await first).toBe('replaced');
    mpv.write({ event: 'end-file', reason: 'error', playlist_entry_id: 1, file_error: 'loading failed' });
    mpv.tellOpened();
    await second;
    expect(told).toEqual([]);
  });

  it('is not opened by what mpv says of something that it began before', async () => {
    mpv.opensAtOnce = false;
    const first = outcome(client.load(source));
    await settle();
    mpv.beginsAtOnce = false;
    let isOpened = false;
    const second = client.load(other).then(() => (isOpened = true));
    await settle();
    mpv.tellOpened();
    await settle();
    expect(await first).toBe('replaced');
    expect(isOpened).toBe(false);
    mpv.write({ event: 'start-file', playlist_entry_id: 2 });
    mpv.tellOpened();
    await second;
  });

  it('stops a list of other addresses, which mpv would play unchecked', async () => {
    mpv.opensAtOnce = false;
    const loading = outcome(client.load(source));
    await settle();
    mpv.tellEnd('redirect');
    expect(await loading).toBe('media');
    await settle();
    expect(mpv.commands.at(-1)).toEqual(['stop']);
  });
});

describe('stop', () => {
  it('resolves when mpv has closed the file, and reports neither an end nor a failure', async () => {
    await client.load(source);
    await client.stop();
    expect(mpv.commands.at(-1)).toEqual(['stop']);
    expect(client.isBusy()).toBe(false);
    expect(told).toEqual([]);
  });

  it('cancels what is being opened', async () => {
    mpv.opensAtOnce = false;
    const loading = outcome(client.load(source));
    await settle();
    await client.stop();
    expect(await loading).toBe('replaced');
  });

  it('cancels what mpv had not begun with, of which it reports no end', async () => {
    mpv.beginsAtOnce = false;
    const loading = outcome(client.load(source));
    await settle();
    await client.stop();
    expect(await loading).toBe('replaced');
    expect(mpv.isRunning).toBe(true);
  });

  it('cancels a request that waits for the start of mpv', async () => {
    const loading = outcome(client.load(source));
    await client.stop();
    expect(await loading).toBe('replaced');
    expect(mpv.commands).toEqual([]);
  });

  it('ends a process that does not answer, and the next request starts another', async () => {
    await client.load(source);
    mpv.hangs = true;
    const stopping = outcome(client.stop());
    await clock.move(5000);
    expect(await stopping).toBe('unresponsive');
    expect(mpv.isRunning).toBe(false);
    mpv.hangs = false;
    await client.load(source);
    expect(mpv.startCount).toBe(2);
  });

  it('lets no other process start before a hanging one is gone', async () => {
    await client.load(source);
    let isGone = (): void => {};
    mpv.close = () => new Promise((resolve) => (isGone = resolve));
    mpv.hangs = true;
    const stopping = outcome(client.stop());
    await clock.move(5000);
    mpv.hangs = false;
    const loading = outcome(client.load(other));
    await settle();
    expect(mpv.startCount).toBe(1);
    isGone();
    await settle();
    expect(await stopping).toBe('unresponsive');
    expect(mpv.startCount).toBe(2);
    expect(await loading).toBeUndefined();
  });

  it('does nothing where nothing plays', async () => {
    await client.stop();
    expect(mpv.startCount).toBe(0);
  });
});

describe('what mpv reports', () => {
  it('is a position at most once a second, and the last one when playback pauses', async () => {
    await client.load(source);
    for (let tenths = 0; tenths <= 21; tenths += 1) {
      mpv.tellProperty('time-pos', tenths / 10);
      await clock.move(100);
    }
    expect(told).toEqual([{ time: 0 }, { time: 1 }, { time: 2 }]);
    mpv.tellProperty('pause', true);
    expect(told.at(-1)).toEqual({ time: 2.1 });
    mpv.tellProperty('pause', false);
    expect(told).toHaveLength(4);
  });

  it('is the last position before the end of the file', async () => {
    await client.load(source);
    mpv.tellProperty('time-pos', 59);
    mpv.tellProperty('time-pos', 59.9);
    mpv.tellEnd('eof');
    expect(told).toEqual([{ time: 59 }, { time: 59.9 }, { end: 'ended' }]);
  });

  it('is a failure after playback has begun', async () => {
    await client.load(source);
    mpv.tellEnd('error', 'no audio or video data played');
    expect(told).toEqual([
      { code: 'media', message: 'El video no tiene imagen ni sonido que mpv pueda reproducir.' },
    ]);
  });

  it('is that the person has closed the window, and no failure', async () => {
    await client.load(source);
    mpv.tellEnd('quit');
    mpv.exit(0);
    expect(told).toEqual([{ end: 'closed' }]);
    await client.load(source);
    expect(mpv.startCount).toBe(2);
  });

  it('is that the person has closed the window, also when mpv only ends', async () => {
    await client.load(source);
    mpv.exit(0);
    expect(told).toEqual([{ end: 'closed' }]);
  });

  it.each([
    [2, 'mpv se ha cerrado por un error (code: 2).'],
    [undefined, 'mpv se ha cerrado por un error.'],
  ])('is that mpv has died with exit code %s', async (exitCode, sentence) => {
    await client.load(source);
    mpv.exit(exitCode);
    expect(told).toEqual([{ code: 'died', message: sentence }]);
  });

  it('rejects the requests that mpv had not answered when it died', async () => {
    await client.load(source);
    mpv.hangs = true;
    const seeking = outcome(client.seek(10));
    await settle();
    mpv.exit(undefined);
    expect(await seeking).toBe('died');
  });

  it('is each change of a property, with tracks in words of ours', async () => {
    const changes: unknown[] = [];
    const undo = client.onChange((change) => changes.push(change));
    await client.load(source);
    mpv.tellProperty('pause', true);
    mpv.tellProperty('aid', 2);
    mpv.tellProperty('sid', false);
    mpv.tellProperty('duration');
    mpv.tellProperty('duration', 60);
    mpv.tellProperty('volume', 'loud');
    mpv.tellProperty('path', '/secret');
    mpv.tellProperty('track-list', [
      { id: 1, type: 'audio', lang: 'spa', title: 'Comentario', selected: true, codec: 'aac' },
      { id: 2, type: 'attachment' },
      'no track',
    ]);
    undo();
    undo();
    mpv.tellProperty('mute', true);
    expect(changes).toEqual([
      { property: 'pause', value: true },
      { property: 'aid', value: 2 },
      { property: 'sid', value: 'no' },
      { property: 'duration', value: undefined },
      { property: 'duration', value: 60 },
      {
        property: 'track-list',
        value: [{ id: 1, kind: 'audio', title: 'Comentario', language: 'spa', isSelected: true }],
      },
    ]);
  });

  it.each([
    '',
    'no JSON',
    '[]',
    'null',
    '{"event":7}',
    '{"request_id":99,"error":"success"}',
    '{"event":"end-file"}',
  ])('is ignored where it is %j', async (line) => {
    await client.load(source);
    mpv.write(line);
    expect(client.isBusy()).toBe(true);
    expect(told).toEqual([]);
  });
});

describe('seek and set', () => {
  it('are passed on while something plays', async () => {
    await client.load(source);
    await client.seek(-3);
    await client.set({ property: 'volume', value: 80 });
    await client.set({ property: 'sid', value: 'no' });
    expect(mpv.commands.slice(1)).toEqual([
      ['seek', 0, 'absolute'],
      ['set_property', 'volume', 80],
      ['set_property', 'sid', 'no'],
    ]);
  });

  it('refuse what mpv may not get', async () => {
    await client.load(source);
    expect(await outcome(client.set({ property: 'volume', value: 900 }))).toBe('refused');
    expect(await outcome(client.seek(Number.NaN))).toBe('refused');
    expect(mpv.commands).toHaveLength(1);
  });

  it('do not start mpv where nothing plays', async () => {
    await client.seek(10);
    await client.set({ property: 'pause', value: true });
    expect(mpv.startCount).toBe(0);
  });
});
