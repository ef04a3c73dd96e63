import type {
  Bridge,
  ExternalAnswer,
  ExternalEnd,
  ExternalPlayer,
  ExternalPlayerState,
  NativeMedia,
  NativePlayer,
  NativePlayerEvent,
  StorageKey,
} from '@butaca/bridge';
import { onTestFinished } from 'vitest';
import { openShell } from '../src/open-shell.tsx';
import { keepItemsIn } from '../src/platform/session/session-storage.ts';
import { noteShell } from '../src/platform/shell/shell.ts';

/** A shell's external player that plays nothing: a test tells what it reports. */
export interface FakeExternal extends ExternalPlayer {
  readonly calls: unknown[];
  answer: ExternalAnswer;
  state: ExternalPlayerState;
  tellTime(seconds: number): void;
  tellEnd(end: ExternalEnd): void;
}

export function createFakeExternal(): FakeExternal {
  const calls: unknown[] = [];
  const times = new Set<(seconds: number) => void>();
  const ends = new Set<(end: ExternalEnd) => void>();
  const fake: FakeExternal = {
    name: 'mpv',
    calls,
    answer: { success: true },
    state: 'ready',
    look: async () => fake.state,
    async play(url, options) {
      calls.push(['play', new URL(url).pathname, options]);
      return fake.answer;
    },
    stop: async () => void calls.push('stop'),
    seek: async (time) => void calls.push(['seek', time]),
    set: async ({ property, value }) => void calls.push([property, value]),
    onTime(listener) {
      times.add(listener);
      return () => void times.delete(listener);
    },
    onError: () => () => undefined,
    onEnd(listener) {
      ends.add(listener);
      return () => void ends.delete(listener);
    },
    onChange: () => () => undefined,
    tellTime: (seconds) => times.forEach((listener) => listener(seconds)),
    tellEnd: (end) => ends.forEach((listener) => listener(end)),
  };
  return fake;
}

/** A shell's native player that plays nothing: a test tells what it reports. */
export interface FakeNative extends NativePlayer {
  readonly played: NativeMedia[];
  tell(event: NativePlayerEvent): void;
}

export function createFakeNative(abilities: string[]): FakeNative {
  const played: NativeMedia[] = [];
  const listeners = new Set<(event: NativePlayerEvent) => void>();
  const done = async () => ({ success: true, message: '' });
  return {
    played,
    abilities: async () => abilities,
    async play(media) {
      played.push(media);
      return done();
    },
    stop: done,
    pause: done,
    resume: done,
    seek: done,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (event) => listeners.forEach((listener) => listener(event)),
  };
}

/** What a fake shell has stored of the session. */
export type FakeStored = Map<StorageKey, string>;

/** The bridge of a shell, with what a test gives of it. */
export const createFakeBridge = (own: Partial<Bridge> = {}, stored?: FakeStored): Bridge => ({
  device: async () => ({
    platform: stored === undefined ? 'desktop' : 'android',
    model: '',
    isTelevision: false,
  }),
  storage: {
    isNative: stored !== undefined,
    get: async (key) => stored?.get(key),
    set: async (key, value) => void stored?.set(key, value),
    remove: async (key) => void stored?.delete(key),
  },
  ...own,
});

/** Runs the page in a shell until the end of the test. */
export async function enterShell(bridge: Bridge): Promise<void> {
  onTestFinished(() => {
    noteShell(undefined);
    keepItemsIn(undefined);
  });
  await openShell(bridge);
}
