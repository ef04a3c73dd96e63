import { mkdtemp, readdir } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSettled, storeSession } from './browser.mjs';
import { startProduct } from './product.mjs';
import { openQuietPage } from './quiet-page.mjs';
import { measureTasks } from './task-times.mjs';
import { fillDatabase, oneType } from './titles.mjs';

const titles = 3_000;
const longTaskMs = 50;
/** How many of the longest animation frames are printed as evidence when scrolling misses its goal. */
const mostShown = 8;
const frameMs = 1_000 / 60;
const processorSlowdown = 4;
/** The speed at which the benchmark scrolls a page, in pixels per second: that of repeated flicks of a finger. */
const speedPxPerSecond = 3_000;
const lists = [
  { name: 'documentales', tipo: 'documental', path: '/documentales' },
  { name: 'peliculas by genres', tipo: 'pelicula', path: '/peliculas?seccion=POR_GENERO' },
];

/**
 * Scrolls pages of the web client with three thousand titles from beginning to end on a simulated phone whose processor
 * is four times slower. The goal: no main-thread task over 50 ms.
 *
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<import('./screens.mjs').Row[]>}
 */
export async function measureScrolling(browser) {
  const posters = (await readdir(fileURLToPath(new URL('../demo/assets/posters', import.meta.url)))).map(
    (name) => `posters/${name}`,
  );
  const rows = [];
  for (const list of lists) {
    const dataDir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
    await fillDatabase(dataDir, oneType(list.tipo, titles, posters));
    const product = await startProduct({ dataDir, isDemo: false });
    try {
      const { rows: ofList, posters: shown } = await measureList(browser, product, list);
      rows.push(...ofList);
      if (list === lists.at(-1)) rows.push(...(await measureBareList(browser, product, shown)));
    } finally {
      await product.stop();
    }
  }
  return rows;
}

async function measureList(browser, product, { name, path }) {
  const page = await openPhone(browser, product);
  const url = `${product.url}/#${path}`;
  const open = async () => {
    await page.goto(url);
    await page.waitFor(isSettled);
  };
  await open();
  // Before the measurement the page is scrolled fast to its end once, so that the server has resized every image and
  // the browser has compiled the code.
  await scrollToEnd(page, speedPxPerSecond * 4);
  await open();
  await equalisePriorities(browser);
  await page.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  await page.evaluate(watchFrames);
  const tasks = await measureTasks(browser, () => scrollToEnd(page, speedPxPerSecond));
  const { frames, gaps, evidence } = await page.evaluate(() => globalThis.watched());
  const posters = await page.evaluate(() =>
    [...document.querySelectorAll('main img')].map((image) => image.getAttribute('src')),
  );
  await page.close();

  const sorted = frames.toSorted((one, other) => one - other);
  const onTime = frames.filter((time) => time < frameMs * 1.5).length / frames.length;
  const own = longTasks(tasks, 'ownMs');
  const byClock = longTasks(tasks, 'clockMs');
  const rows = [
    {
      what: `${titles} ${name} on a processor ${processorSlowdown} times slower: tasks over ${longTaskMs} ms of its own`,
      value: own.value,
      goal: 'none',
      isMet: own.tasks.length === 0,
      evidence: own.tasks.slice(0, mostShown).map(timesOf),
    },
    {
      what: 'the same by the clock, with the waits for what else runs here, the server and its database among it',
      value: byClock.value,
      goal: 'none',
      isMet: byClock.tasks.length === 0,
      evidence: [
        ...byClock.tasks.slice(0, mostShown).map(timesOf),
        ...evidence.slice(0, mostShown).map(([, sentence]) => sentence),
      ],
    },
    {
      what: `its frames (${frames.length}): p95, and the share that no frame was missed after`,
      value: `${sorted[Math.floor(sorted.length * 0.95)].toFixed(1)} ms, ${(onTime * 100).toFixed(1)} %`,
      goal: 'reported',
      isMet: true,
      evidence: [],
    },
    {
      what: 'and those in which a row of the window was not there yet',
      value: `${((gaps / frames.length) * 100).toFixed(1)} %`,
      goal: 'reported',
      isMet: true,
      evidence: [],
    },
  ];
  return { rows, posters };
}

/**
 * Opens a page of the web client as on a phone, with a person signed in.
 *
 * @returns {Promise<import('./quiet-page.mjs').QuietPage>}
 */
async function openPhone(browser, product) {
  const page = await openQuietPage(browser);
  await page.send('Emulation.setDeviceMetricsOverride', {
    width: 360,
    height: 740,
    deviceScaleFactor: 2,
    mobile: true,
  });
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await page.send('Emulation.setLocaleOverride', { locale: 'es' });
  await page.goto(`${product.url}/robots.txt`);
  await page.evaluate(storeSession, product.session);
  return page;
}

/**
 * Gives all threads of Chromium the same priority. Under root, Chromium raises the priority of its compositor threads,
 * which without a graphics card render in software, and the page's main thread would wait for them.
 */
export async function equalisePriorities(browser) {
  if (process.getuid?.() !== 0) return;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  for (const { type, id } of processInfo) {
    if (type === 'browser') continue;
    for (const thread of await readdir(`/proc/${id}/task`)) setPriority(Number(thread), 0);
  }
}

/**
 * Measures a bare HTML page of the titles that the product's page shows, whose elements all exist from the beginning,
 * as a reference without a goal.
 */
async function measureBareList(browser, product, posters) {
  const page = await openPhone(browser, product);
  // The product's content security policy refuses inline scripts, so the browser is told to bypass the policy.
  await page.send('Page.setBypassCSP', { enabled: true });
  await page.goto(`${product.url}/robots.txt`);
  await page.evaluate(drawBareList, { posters, titles });
  await page.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  const tasks = await measureTasks(browser, () => scrollToEnd(page, speedPxPerSecond));
  await page.close();
  return [
    {
      what: 'beside it, as many posters with two lines each in a plain list that is not virtualised: its tasks',
      value: longTasks(tasks, 'ownMs').value,
      goal: 'reported',
      isMet: true,
      evidence: [],
    },
    {
      what: 'and by the clock',
      value: longTasks(tasks, 'clockMs').value,
      goal: 'reported',
      isMet: true,
      evidence: [],
    },
  ];
}

/**
 * Selects the main-thread tasks that took longer than 50 ms.
 *
 * @param {import('./task-times.mjs').Task[]} tasks
 * @param {'ownMs' | 'clockMs'} measure
 */
export function longTasks(tasks, measure) {
  const sorted = tasks.toSorted((one, other) => other[measure] - one[measure]);
  const long = sorted.filter((task) => task[measure] > longTaskMs);
  return {
    tasks: long,
    value: `${long.length} of ${tasks.length}, the longest ${(sorted[0]?.[measure] ?? 0).toFixed(0)} ms`,
  };
}

export const timesOf = ({ clockMs, ownMs }) =>
  `a task of ${clockMs.toFixed(0)} ms by the clock, ${ownMs.toFixed(0)} of its own`;

/** Renders all titles as plain list elements, for comparison with the product's page. Runs in the page. */
function drawBareList({ posters, titles }) {
  const cards = Array.from(
    { length: titles },
    (_, index) =>
      `<li aria-setsize=${titles}><img loading=lazy decoding=async src="${posters[index % posters.length]}"><b>Un título ${index}</b><span>2024</span></li>`,
  );
  document.documentElement.innerHTML = `<head><meta name=viewport content="width=device-width"><style>
    body { margin: 1rem; background: #111; color: #eee; font: 15px sans-serif }
    ul { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: 0; padding: 0; list-style: none }
    li { content-visibility: auto; contain-intrinsic-block-size: 280px }
    img { display: block; width: 100%; aspect-ratio: 2 / 3; object-fit: cover }
    b, span { display: block }
  </style></head><body><ul>${cards.join('')}</ul></body>`;
}

/** Scrolls the page until all titles have been loaded and its end is reached. */
async function scrollToEnd(page, speed) {
  for (;;) {
    const { leftPx, known } = await page.evaluate(findRest);
    if (leftPx < 2 && known === titles) return;
    if (leftPx < 2) {
      await page.waitFor(hasMore);
      continue;
    }
    await page.send('Input.synthesizeScrollGesture', {
      x: 180,
      y: 370,
      yDistance: -Math.min(leftPx, speed * 2),
      speed,
      // The page is scrolled by mouse wheel, because headless Chromium does not scroll by synthetic touches.
      gestureSourceType: 'mouse',
    });
  }
}

/** Whether the page can be scrolled further down. Runs in the page. */
function hasMore() {
  return document.documentElement.scrollHeight - innerHeight - scrollY >= 2;
}

/**
 * Reads how many pixels of the page remain below the window, and how many titles the page has announced so far (its
 * `aria-setsize`). Runs in the page.
 */
function findRest() {
  const known = Number(document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize'));
  return { leftPx: document.documentElement.scrollHeight - innerHeight - scrollY, known };
}

/**
 * Measures the page's animation frames, each from its own start, so that a frame on schedule takes 16.7 ms. Runs in the
 * page.
 */
function watchFrames() {
  const evidence = [];
  const frames = [];
  const read = ({ duration, blockingDuration, startTime, renderStart, styleAndLayoutStart, scripts }) => {
    const calls = scripts.map(
      (script) =>
        `${script.duration.toFixed(0)} ms ${script.invoker} ${script.sourceFunctionName} ${script.sourceURL.split('/').at(-1)}:${script.sourceCharPosition} (layout ${script.forcedStyleAndLayoutDuration.toFixed(0)} ms)`,
    );
    const layout = styleAndLayoutStart === 0 ? 0 : startTime + duration - styleAndLayoutStart;
    const work = renderStart === 0 ? duration : renderStart - startTime;
    evidence.push([
      duration,
      `frame of ${duration.toFixed(0)} ms (blocking ${blockingDuration.toFixed(0)}, before rendering ${work.toFixed(0)}, style and layout ${layout.toFixed(0)}): ${calls.join('; ')}`,
    ]);
  };
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(read));
  observer.observe({ type: 'long-animation-frame' });
  let last;
  let gaps = 0;
  const grid = document.querySelector('.vgrid');
  let handle = requestAnimationFrame(function next(now) {
    if (last !== undefined) frames.push(now - last);
    const { top, bottom } = grid.getBoundingClientRect();
    const begin = grid.firstElementChild?.getBoundingClientRect().top ?? bottom;
    const end = grid.lastElementChild?.getBoundingClientRect().bottom ?? top;
    if (begin > Math.max(top, 0) + 1 || end < Math.min(bottom, innerHeight) - 1) gaps += 1;
    last = now;
    handle = requestAnimationFrame(next);
  });
  globalThis.watched = () => {
    cancelAnimationFrame(handle);
    observer.takeRecords().forEach(read);
    observer.disconnect();
    return { frames, gaps, evidence: evidence.toSorted(([one], [other]) => other - one) };
  };
}
