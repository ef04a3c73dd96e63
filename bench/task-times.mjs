/**
 * Measures the tasks of a browser page's main thread during an action.
 *
 * @typedef {object} Task
 * @property {number} clockMs - the wall time of the task
 * @property {number} ownMs - the task's processor time, including most of the simulated slowdown; less than the wall
 * time when the thread had to wait. Chromium's slowdown follows the wall time, so a busy machine also increases this
 * value.
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
    // The processor clock of a thread has a resolution of some milliseconds, so its value is limited by the wall time.
    times.get(thread).push({ clockMs: dur / 1_000, ownMs: Math.min(tdur, dur) / 1_000 });
  }
  // The browser also has internal pages; the main thread with the most processor time belongs to the page under test.
  const sum = (tasks) => tasks.reduce((total, { ownMs }) => total + ownMs, 0);
  return [...times.values()].toSorted((one, other) => sum(other) - sum(one))[0] ?? [];
}
