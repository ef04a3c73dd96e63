/** A list of listeners for one kind of event, called in the order in which they were added. */
export interface Listeners<Args extends readonly unknown[]> {
  add(listener: (...args: Args) => void): void;
  notify(...args: Args): void;
}

export function createListeners<Args extends readonly unknown[]>(): Listeners<Args> {
  const listeners: ((...args: Args) => void)[] = [];
  return {
    add: (listener) => void listeners.push(listener),
    notify(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}
