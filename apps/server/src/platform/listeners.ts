/** Those who want to know of one kind of event. They are told in the order in which they came. */
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
