import type { ErrorCode, RouteKey } from '@butaca/contract';
import { FakeDrop, FakeRefusal, FakeWordless } from './fake-server-caller.ts';

/** Faults for the next call of a route, where no input of a person could ask for them. Each applies once, in order. */
export interface FakeSwitches {
  /** The next call of this route is refused with this code, which the endpoint must declare. */
  failNext(route: RouteKey, code: ErrorCode): void;
  /** The next call of this route waits for `release`, then continues normally. */
  holdNext(route: RouteKey): { release(): void };
  /** The connection of the next call of this route is closed without an answer. */
  dropNext(route: RouteKey): void;
  /** The next call of this route fails with a 500 without a message. */
  muteNext(route: RouteKey): void;
}

/** `pass` runs before every route: it waits, throws the requested fault, or does nothing. */
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
