/**
 * The tasks of a page's main thread while something is done.
 *
 * @typedef {object} Task
 * @property {number} clockMs
 * @property {number} ownMs - of the processor, with most of the slowing down in it: less than by the clock where the thread waited
 *   for its turn. Chromium slows by the clock, so that a machine with much else to do moves this too.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {() => Promise<void>} act
 * @returns {Promise<Task[]>}
 */
export async function measureTasks(browser, act) {
  await browser.startTracing(undefined, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const renderers = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const times = new Map();
  for (const { name, pid, tid, tdur, dur } of traceEvents) {
    const thread = `${pid} ${tid}`;
    if (name !== 'ThreadControllerImpl::RunTask' || tdur === undefined || !renderers.has(thread)) continue;
    if (!times.has(thread)) times.set(thread, []);
    // The processor's clock goes on in steps of some milliseconds here; no task has taken more of it than of the other one.
    times.get(thread).push({ clockMs: dur / 1_000, ownMs: Math.min(tdur, dur) / 1_000 });
  }
  // The browser has pages of its own; the busiest one is the one that was scrolled.
  const sum = (tasks) => tasks.reduce((total, { ownMs }) => total + ownMs, 0);
  return [...times.values()].toSorted((one, other) => sum(other) - sum(one))[0] ?? [];
}
