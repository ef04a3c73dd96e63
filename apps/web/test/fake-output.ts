import type { OutputAnswer, OutputEvent, OutputPlayer, OutputRequest } from '@butaca/player';

/** A player outside of the page that plays nothing: a test tells what it reports. */
export interface FakeOutput extends OutputPlayer {
  /** Everything that was asked of the player, in order. */
  readonly calls: unknown[];
  readonly requests: OutputRequest[];
  /** What the player answers to requests to play. */
  answer: OutputAnswer | Promise<OutputAnswer>;
  /** Leaves requests to play without an answer until the returned function is called. */
  hold(): () => void;
  tell(event: OutputEvent): void;
}

export function createFakeOutput(): FakeOutput {
  const calls: unknown[] = [];
  const requests: OutputRequest[] = [];
  const listeners = new Set<(event: OutputEvent) => void>();
  const note =
    (name: string) =>
    (value?: unknown): void =>
      void calls.push(value === undefined ? name : [name, value]);
  const fake: FakeOutput = {
    notice: 'Se reproduce en otra ventana',
    calls,
    requests,
    answer: { success: true },
    async play(request) {
      calls.push('play');
      requests.push(request);
      return fake.answer;
    },
    hold() {
      let open = (): void => {};
      fake.answer = new Promise((resolve) => {
        open = () => resolve({ success: true });
      });
      return () => open();
    },
    stop: async () => void calls.push('stop'),
    setPaused: note('paused'),
    seek: note('seek'),
    setVolume: note('volume'),
    setMuted: note('muted'),
    setRate: note('rate'),
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (event) => listeners.forEach((listener) => listener(event)),
  };
  return fake;
}
