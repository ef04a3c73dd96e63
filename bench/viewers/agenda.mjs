/**
 * Keeps the moments at which virtual viewers act, as a binary heap. An entry is taken out with the moment for which it
 * was intended, however late that is: latencies are counted from there, so that a slow server does not slow down the
 * arrival of further requests (open loop, without coordinated omission).
 *
 * @returns {{ add(atMs: number, act: (atMs: number) => void): void, takeDue(nowMs: number): { atMs: number, act: (atMs:
 * number) => void } | undefined, nextMs(): number, size(): number }} `takeDue` takes out the earliest entry that is
 * due; `nextMs` is the moment of the earliest entry, `Infinity` when there is none
 */
export function createAgenda() {
  const heap = [];
  const swap = (one, other) => {
    [heap[one], heap[other]] = [heap[other], heap[one]];
  };
  function rise(index) {
    for (let child = index; child > 0;) {
      const parent = (child - 1) >> 1;
      if (heap[parent].atMs <= heap[child].atMs) return;
      swap(parent, child);
      child = parent;
    }
  }
  function sink() {
    for (let parent = 0; ;) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < heap.length && heap[child].atMs < heap[least].atMs) least = child;
      }
      if (least === parent) return;
      swap(parent, least);
      parent = least;
    }
  }
  return {
    add(atMs, act) {
      heap.push({ atMs, act });
      rise(heap.length - 1);
    },
    takeDue(nowMs) {
      const first = heap[0];
      if (first === undefined || first.atMs > nowMs) return undefined;
      const last = heap.pop();
      if (heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return first;
    },
    nextMs: () => heap[0]?.atMs ?? Infinity,
    size: () => heap.length,
  };
}

/**
 * Lets an action arrive at random moments, independent of each other, so many times per second on average (a Poisson
 * process).
 *
 * @param {ReturnType<typeof createAgenda>} agenda
 * @param {{ fromMs: number, perSecond: number, random: () => number }} arrivals
 * @param {(atMs: number) => void} act
 */
export function addArrivals(agenda, { fromMs, perSecond, random }, act) {
  if (perSecond <= 0) return;
  const after = (atMs) => atMs - (Math.log(1 - random()) / perSecond) * 1_000;
  const arrive = (atMs) => {
    agenda.add(after(atMs), arrive);
    act(atMs);
  };
  agenda.add(after(fromMs), arrive);
}

/**
 * Lets an action arrive at equal distances.
 *
 * @param {ReturnType<typeof createAgenda>} agenda
 * @param {{ firstMs: number, everyMs: number }} arrivals
 * @param {(atMs: number) => void} act
 */
export function addRepeated(agenda, { firstMs, everyMs }, act) {
  const arrive = (atMs) => {
    agenda.add(atMs + everyMs, arrive);
    act(atMs);
  };
  agenda.add(firstMs, arrive);
}

/**
 * Runs what is in an agenda until a moment of `performance.now()`.
 *
 * @param {ReturnType<typeof createAgenda>} agenda
 * @param {number} endMs
 * @param {(lateMs: number) => void} onLate - is told for each entry how late it was run
 * @param {AbortSignal} [signal] - ends it early
 */
export async function runAgenda(agenda, endMs, onLate, signal) {
  const isStopped = () => signal?.aborted === true;
  while (!isStopped()) {
    const nowMs = performance.now();
    for (;;) {
      const due = agenda.takeDue(Math.min(nowMs, endMs));
      if (due === undefined) break;
      onLate(performance.now() - due.atMs);
      due.act(due.atMs);
    }
    if (nowMs >= endMs) return;
    const untilMs = Math.min(agenda.nextMs(), endMs) - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, untilMs)));
  }
}
