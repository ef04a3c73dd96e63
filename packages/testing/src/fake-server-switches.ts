import type { ErrorCode, RouteKey } from '@butaca/contract';
import { FakeDrop, FakeRefusal, FakeWordless } from './fake-server-caller.ts';

/**
 * Switches with which a test makes the next call of an API route of the fake server go wrong, for faults that no input
 * can trigger. Each switch applies to one call; several are applied in the order in which they were set.
 */
export interface FakeSwitches {
  /** Makes the fake server refuse the next call of an API route with an error code, which the endpoint must declare. */
  failNext(route: RouteKey, code: ErrorCode): void;
  /** Makes the fake server answer the next call of an API route only after the test has called `release`. */
  holdNext(route: RouteKey): { release(): void };
  /** Makes the fake server close the connection of the next call of an API route without an answer. */
  dropNext(route: RouteKey): void;
  /** Makes the fake server answer the next call of an API route with status 500 and a body without a message. */
  muteNext(route: RouteKey): void;
}

/**
 * Creates the switches with which tests make calls of the fake server go wrong. Every route first calls `pass`, which
 * waits, throws the fault that a test asked for, or does nothing.
 */
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
