import type { Undo } from '../interface/undo.ts';

export interface Listeners<Value> {
  add(listener: (value: Value) => void): Undo;
  tell(value: Value): void;
}

/** A function that is added twice is called twice. */
export function createListeners<Value>(): Listeners<Value> {
  const entries = new Set<{ listener: (value: Value) => void }>();
  return {
    add(listener) {
      const entry = { listener };
      entries.add(entry);
      return () => void entries.delete(entry);
    },
    tell(value) {
      // A copy: who begins to listen meanwhile hears of the next value first.
      const present = [...entries];
      for (const { listener } of present) listener(value);
    },
  };
}
