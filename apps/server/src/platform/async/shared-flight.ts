/**
 * Shares one run of a cancellable task among all callers with the same key while the task runs. A caller who leaves does
 * not cancel what others wait for; when the last one leaves, the task is cancelled.
 */
export interface SharedFlights<T> {
  /**
   * Joins the run of a task that is in flight under the given key, or starts `make`, which gets a signal that aborts
   * when all callers have left.
   *
   * @param signal - aborts when this caller leaves; its reason is then thrown
   */
  join(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Flight<T> {
  result: Promise<T>;
  callers: number;
  controller: AbortController;
}

export function createSharedFlights<T>(): SharedFlights<T> {
  const flights = new Map<string, Flight<T>>();

  function start(key: string, make: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const forget = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const flight: Flight<T> = { result: make(controller.signal), callers: 0, controller };
    flights.set(key, flight);
    flight.result.then(forget, forget);
    return flight;
  }

  return {
    join(key, signal, make) {
      const reason = () =>
        signal.reason instanceof Error ? signal.reason : new Error('the caller has left');
      if (signal.aborted) return Promise.reject(reason());
      const flight = flights.get(key) ?? start(key, make);
      flight.callers += 1;
      return new Promise((resolve, reject) => {
        const leave = () => {
          reject(reason());
          flight.callers -= 1;
          if (flight.callers > 0) return;
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        const done = () => signal.removeEventListener('abort', leave);
        void flight.result.then(resolve, reject).finally(done);
      });
    },
  };
}
