import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, settle, type FakeClock } from '../../test/fake-clock.ts';
import { createFakeMpv, type FakeMpv } from '../../test/fake-mpv.ts';
import type { ExternalPlayer } from '../interface/external-player.ts';
import { MpvClient } from './mpv-client.ts';
import { missing, notStarted } from './mpv-failure.ts';
import { createMpvSession } from './mpv-session.ts';

const origin = 'https://tv.ejemplo.com';
const first = `${origin}/api/stream/capitulo-1`;
const second = `${origin}/api/stream/capitulo-2`;

let mpv: FakeMpv;
let clock: FakeClock;
let player: ExternalPlayer;

beforeEach(() => {
  mpv = createFakeMpv();
  clock = createFakeClock();
  player = createMpvSession(new MpvClient({ transport: mpv, origin, clock }), clock);
});

const play = (url: string, startTime = 0): ReturnType<ExternalPlayer['play']> =>
  player.play(url, { startTime, title: 'Capítulo' });

/** The names of mpv's commands so far, with the end of the address of those that play. */
const commands = (): string[] =>
  mpv.commands.map(([name, url]) => (name === 'loadfile' ? String(url).replace(/^.*\//, '') : String(name)));

describe('play', () => {
  it('starts the first address at once, at its position', async () => {
    expect(await play(first, 90)).toEqual({ success: true });
    expect(mpv.commands).toEqual([
      [
        'loadfile',
        first,
        'replace',
        { start: '90.000', 'force-media-title': 'Capítulo', 'access-references': 'no' },
      ],
    ]);
  });

  it('stops what plays and waits a second before the next address', async () => {
    await play(first);
    const playing = play(second);
    await clock.move(999);
    expect(commands()).toEqual(['capitulo-1', 'stop']);
    await clock.move(1);
    expect(await playing).toEqual({ success: true });
    expect(commands()).toEqual(['capitulo-1', 'stop', 'capitulo-2']);
  });

  it('waits only for the rest of the second when something was stopped before', async () => {
    await play(first);
    await player.stop();
    await clock.move(700);
    const playing = play(second);
    await clock.move(300);
    expect(await playing).toEqual({ success: true });
  });

  it('starts a player again that could not start, twice at most, after two seconds each', async () => {
    mpv.openFailures = [notStarted(1), notStarted(1)];
    const playing = play(first);
    await clock.move(1999);
    expect(mpv.startCount).toBe(1);
    await clock.move(1);
    expect(mpv.startCount).toBe(2);
    await clock.move(2000);
    expect(await playing).toEqual({ success: true });
    expect(mpv.startCount).toBe(3);
  });

  it('gives up after the second retry, with the sentence of the failure', async () => {
    mpv.openFailures = [notStarted(1), notStarted(1), notStarted(1), undefined];
    const playing = play(first);
    await clock.move(10_000);
    expect(await playing).toEqual({
      success: false,
      code: 'start',
      message: 'mpv no se pudo iniciar (code: 1).',
    });
    expect(mpv.startCount).toBe(3);
  });

  it('retries a player that ends with exit code 1 while it opens the address', async () => {
    mpv.opensAtOnce = false;
    const playing = play(first);
    await settle();
    mpv.opensAtOnce = true;
    mpv.exit(1);
    await clock.move(2000);
    expect(await playing).toEqual({ success: true });
    expect(mpv.startCount).toBe(2);
  });

  it.each([
    ['a player that is missing', missing(), 'missing'],
    ['exit code 2', notStarted(2), 'start'],
    ['exit code 12', notStarted(12), 'start'],
  ])('does not retry after %s', async (_, failure, code) => {
    mpv.openFailures = [failure];
    expect(await play(first)).toMatchObject({ success: false, code });
    await clock.move(10_000);
    expect(mpv.startCount).toBe(1);
  });

  it('does not retry an address that cannot be played', async () => {
    mpv.opensAtOnce = false;
    const playing = play(first);
    await settle();
    mpv.tellEnd('error', 'unrecognized file format');
    expect(await playing).toEqual({
      success: false,
      code: 'media',
      message: 'mpv no reconoce el formato del video.',
    });
    await clock.move(10_000);
    expect(commands()).toEqual(['capitulo-1']);
  });

  it('plays only the last of several requests', async () => {
    await play(first);
    const skipped = play(`${origin}/api/stream/capitulo-3`);
    const playing = play(second);
    await clock.move(1000);
    expect(await skipped).toMatchObject({ success: false, code: 'replaced' });
    expect(await playing).toEqual({ success: true });
    expect(commands().filter((name) => name !== 'stop')).toEqual(['capitulo-1', 'capitulo-2']);
  });

  it('tells neither position nor end of what it replaces', async () => {
    const told: unknown[] = [];
    await play(first);
    player.onTime((time) => told.push(time));
    player.onEnd((end) => told.push(end));
    mpv.tellProperty('time-pos', 10);
    mpv.tellProperty('time-pos', 10.5);
    const playing = play(second);
    await clock.move(1000);
    await playing;
    mpv.tellProperty('time-pos', 0);
    mpv.tellEnd('eof');
    expect(told).toEqual([10, 0, 'ended']);
  });
});

describe('stop', () => {
  it('takes back a request that waits for its second', async () => {
    await play(first);
    const playing = play(second);
    await clock.move(500);
    await player.stop();
    await clock.move(10_000);
    expect(await playing).toMatchObject({ success: false, code: 'replaced' });
    expect(commands()).toEqual(['capitulo-1', 'stop']);
  });

  it('takes back a retry', async () => {
    mpv.openFailures = [notStarted(1)];
    const playing = play(first);
    await clock.move(1000);
    await player.stop();
    await clock.move(10_000);
    expect(await playing).toMatchObject({ success: false, code: 'replaced' });
    expect(mpv.startCount).toBe(1);
  });

  it('tells the last position, so that it can be saved', async () => {
    const times: number[] = [];
    player.onTime((time) => times.push(time));
    await play(first);
    mpv.tellProperty('time-pos', 10);
    mpv.tellProperty('time-pos', 10.5);
    await player.stop();
    expect(times).toEqual([10, 10.5]);
  });

  it('resolves also when the player hangs, which is then ended', async () => {
    await play(first);
    mpv.hangs = true;
    const stopping = player.stop();
    await clock.move(5000);
    await stopping;
    expect(mpv.isRunning).toBe(false);
  });
});

describe('look', () => {
  it.each([
    ['ready', 'mpv 0.35.1', []],
    ['too_old', 'mpv 0.29.1', []],
    ['missing', 'mpv 0.35.1', [missing()]],
  ])('answers %s and leaves no process behind', async (state, version, failures) => {
    mpv.version = version;
    mpv.openFailures = failures;
    expect(await player.look()).toBe(state);
    expect(mpv.isRunning).toBe(false);
  });

  it('rejects with the sentence of a player that does not start', async () => {
    mpv.openFailures = [notStarted(127)];
    await expect(player.look()).rejects.toThrow('mpv no se pudo iniciar (code: 127).');
  });

  it('does not end a player that plays', async () => {
    await play(first);
    expect(await player.look()).toBe('ready');
    expect(mpv.isRunning).toBe(true);
  });
});
