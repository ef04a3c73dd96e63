import { describe, expect, it, vi } from 'vitest';
import { createMpvOutput, type ExternalPlayerNeeds } from './mpv-output.ts';
import { createNativeOutput, type NativePlayerNeeds } from './native-output.ts';
import type { OutputEvent, OutputPlayer, OutputRequest } from './output-player.ts';

const request: OutputRequest = {
  url: 'https://tv.ejemplo.com/api/stream/x',
  title: 'Capítulo 2',
  startSeconds: 12.5,
  isLive: false,
  streamKind: 'hls',
  hasNext: true,
};

function listenTo(player: OutputPlayer): { heard: OutputEvent[]; undo: () => void } {
  const heard: OutputEvent[] = [];
  return { heard, undo: player.on((event) => heard.push(event)) };
}

/** Functions that want to hear of something, as a shell's player keeps them. */
function listeners<Value>() {
  const all = new Set<(value: Value) => void>();
  return {
    add(listener: (value: Value) => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (value: Value) => all.forEach((listener) => listener(value)),
    count: () => all.size,
  };
}

describe('the output in mpv', () => {
  type Change = Parameters<Parameters<ExternalPlayerNeeds['onChange']>[0]>[0];

  function open() {
    const calls: unknown[] = [];
    const times = listeners<number>();
    const errors = listeners<{ code: string; message: string }>();
    const ends = listeners<'ended' | 'closed'>();
    const changes = listeners<Change>();
    const note = (...call: unknown[]) => {
      calls.push(call);
      return Promise.resolve();
    };
    const player = createMpvOutput({
      play: (url, options) => note('play', url, options).then(() => ({ success: true as const })),
      stop: () => note('stop'),
      seek: (seconds) => note('seek', seconds),
      // mpv has just ended: it takes no setting any more.
      set: (setting) => note('set', setting).then(() => Promise.reject(new Error('gone'))),
      onTime: times.add,
      onError: errors.add,
      onEnd: ends.add,
      onChange: changes.add,
    });
    return { player, calls, times, errors, ends, changes };
  }

  it('plays and sets with the names of mpv, in its units', async () => {
    const { player, calls } = open();
    expect(await player.play(request)).toEqual({ success: true });
    player.setPaused(true);
    player.seek(30);
    player.setVolume?.(0.5);
    player.setMuted?.(true);
    player.setRate?.(1.5);
    await player.stop();
    expect(calls).toEqual([
      ['play', request.url, { startTime: 12.5, title: 'Capítulo 2', streamKind: 'hls' }],
      ['set', { property: 'pause', value: true }],
      ['seek', 30],
      ['set', { property: 'volume', value: 50 }],
      ['set', { property: 'mute', value: true }],
      ['set', { property: 'speed', value: 1.5 }],
      ['stop'],
    ]);
  });

  it('tells what mpv reports until it is no longer listened to', () => {
    const { player, times, errors, ends, changes } = open();
    const { heard, undo } = listenTo(player);
    const tell = (): void => {
      times.tell(3);
      changes.tell({ property: 'duration', value: 90 });
      changes.tell({ property: 'pause', value: true });
      changes.tell({ property: 'volume', value: 130 });
      changes.tell({ property: 'mute', value: true });
      changes.tell({ property: 'speed', value: 2 });
      changes.tell({ property: 'track-list', value: [] });
      changes.tell({ property: 'fullscreen', value: true });
      errors.tell({ code: 'died', message: 'mpv se ha cerrado por un error.' });
      ends.tell('closed');
    };
    tell();
    const all: OutputEvent[] = [
      { name: 'time', seconds: 3 },
      { name: 'duration', seconds: 90 },
      { name: 'paused', isPaused: true },
      { name: 'volume', volume: 1 },
      { name: 'muted', isMuted: true },
      { name: 'rate', rate: 2 },
      { name: 'error', code: 'died', message: 'mpv se ha cerrado por un error.' },
      { name: 'closed' },
    ];
    expect(heard).toEqual(all);
    undo();
    tell();
    expect(heard).toEqual(all);
    expect([times, errors, ends, changes].map(({ count }) => count())).toEqual([0, 0, 0, 0]);
  });
});

describe('the output in the player of a phone', () => {
  type NativeEvent = Parameters<Parameters<NativePlayerNeeds['on']>[0]>[0];

  function open(success = true) {
    const calls: unknown[] = [];
    const events = listeners<NativeEvent>();
    const note = (...call: unknown[]) => {
      calls.push(call);
      return Promise.resolve({ success, message: success ? '' : 'No hay memoria.' });
    };
    const player = createNativeOutput({
      play: (media) => note('play', media),
      stop: () => note('stop'),
      pause: () => note('pause'),
      resume: () => note('resume'),
      seek: (time) => note('seek', time),
      on: events.add,
    });
    return { player, calls, events };
  }

  it('plays, pauses, seeks and stops', async () => {
    const { player, calls } = open();
    expect(await player.play(request)).toEqual({ success: true });
    player.setPaused(true);
    player.setPaused(false);
    player.seek(30);
    await player.stop();
    const { startSeconds: _start, streamKind: _kind, ...media } = request;
    expect(calls).toEqual([
      ['play', { ...media, startTime: 12.5 }],
      ['pause'],
      ['resume'],
      ['seek', 30],
      ['stop'],
    ]);
  });

  it('ignores that a player which has just been closed gets no request any more', () => {
    const gone = Promise.reject(new Error('gone'));
    // Without a handler of its own, each request would end in an unhandled rejection.
    const handled = vi.spyOn(gone, 'catch');
    const answer = async () => ({ success: true, message: '' });
    const requests = { pause: () => gone, resume: () => gone, seek: () => gone };
    const player = createNativeOutput({ ...requests, play: answer, stop: answer, on: () => () => {} });
    player.setPaused(true);
    player.setPaused(false);
    player.seek(30);
    expect(handled).toHaveBeenCalledTimes(3);
  });

  it('gives the sentence of a player that could not play', async () => {
    const answer = await open(false).player.play(request);
    expect(answer).toEqual({ success: false, code: 'native', message: 'No hay memoria.' });
  });

  it.each<[NativeEvent, OutputEvent[]]>([
    [{ name: 'play' }, [{ name: 'paused', isPaused: false }]],
    [{ name: 'pause' }, [{ name: 'paused', isPaused: true }]],
    [{ name: 'stop' }, [{ name: 'closed' }]],
    [{ name: 'ended' }, [{ name: 'ended' }]],
    [{ name: 'next' }, [{ name: 'next' }]],
    [{ name: 'seek', time: 40 }, [{ name: 'time', seconds: 40 }]],
    [
      { name: 'time', time: 7, duration: 90 },
      [
        { name: 'duration', seconds: 90 },
        { name: 'time', seconds: 7 },
      ],
    ],
    [{ name: 'error', message: 'Se cortó.' }, [{ name: 'error', code: 'native', message: 'Se cortó.' }]],
  ])('tells of %j', (event, told) => {
    const { player, events } = open();
    const { heard, undo } = listenTo(player);
    events.tell(event);
    expect(heard).toEqual(told);
    undo();
    events.tell(event);
    expect(heard).toEqual(told);
  });
});
