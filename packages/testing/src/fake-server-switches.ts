import type { ErrorCode, RouteKey } from '@butaca/contract';
import { FakeDrop, FakeRefusal, FakeWordless } from './fake-server-caller.ts';

/** Faults for the next call of a route that no input can trigger. Each fault applies to one call, in the order set. */
export interface FakeSwitches {
  /** Makes the next call of this route fail with this error code, which the endpoint must declare. */
  failNext(route: RouteKey, code: ErrorCode): void;
  /** Makes the next call of this route wait for `release`, then continue normally. */
  holdNext(route: RouteKey): { release(): void };
  /** Closes the connection of the next call of this route without an answer. */
  dropNext(route: RouteKey): void;
  /** Makes the next call of this route fail with a 500 without a message. */
  muteNext(route: RouteKey): void;
}

/** Creates the switches. Every route calls `pass` first, which waits, throws the requested fault, or does nothing. */
export function createFakeSwitches(): FakeSwitches & { pass(route: RouteKey): Promise<void> } {
  const faults = new Map<RouteKey, (() => Promise<void>)[]>();
  const add = (route: RouteKey, fault: () => Promise<void>): void => {
    faults.set(route, [...(faults.get(route) ?? []), fault]);
  };
  return {
    failNext: (route, code) => add(route, () => Promise.reject(new FakeRefusal(code))),
    dropNext: (route) => add(route, () => Promise.reject(new FakeDrop())),
    muteNext: (route) => add(route, () => Promise.reject(new FakeWordless())),
    holdNext(route) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      add(route, () => released);
      return { release };
    },
    pass: async (route) => faults.get(route)?.shift()?.(),
  };
}
