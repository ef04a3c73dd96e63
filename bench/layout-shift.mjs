import { keepSession, settle } from './browser.mjs';
import { listPeople, listScreens } from './screen-list.mjs';

const goal = 0.05;
const windows = [
  { width: 360, height: 740, isMobile: true, hasTouch: true },
  { width: 1366, height: 768 },
];
/**
 * A slow simulated connection with the latency and throughput of Lighthouse's slow 4G, so that the parts of a page
 * arrive one after the other and layout shifts become visible.
 */
const connection = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };

/**
 * Measures the layout shift of each screen of the web client while it loads, as the sum of all shifts, with an empty
 * browser cache over a slow connection.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('./product.mjs').Product} product
 * @returns {Promise<import('./screens.mjs').Row[]>}
 */
export async function measureLayoutShift(browser, product) {
  const people = await listPeople(product, { isDemo: true });
  const rows = [];
  for (const screen of await listScreens(product)) {
    for (const { width, height, ...device } of windows) {
      const context = await browser.newContext({ viewport: { width, height }, locale: 'es', ...device });
      await keepSession(context, people[screen.who]);
      await context.addInitScript(recordShifts);
      const page = await context.newPage();
      const client = await context.newCDPSession(page);
      await client.send('Network.enable');
      await client.send('Network.emulateNetworkConditions', connection);
      await page.goto(`${product.url}/#${screen.path}`);
      const evidence = await settle(page).then(
        () => [],
        ({ message }) => [message.split('\n')[0]],
      );
      const shifts = await page.evaluate(() => globalThis.shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      rows.push({
        what: `layout shift of ${screen.name} at ${width} px`,
        value: sum.toFixed(3),
        goal: `< ${goal}`,
        isMet: sum < goal,
        evidence: [
          ...evidence,
          ...shifts.map(({ value, nodes }) => `${value.toFixed(3)}: ${nodes.join('; ')}`),
        ],
      });
      await context.close();
    }
  }
  return rows;
}

/** Records the page's layout shifts in a global variable. Runs in the page, before the page's own scripts. */
function recordShifts() {
  globalThis.shifts = [];
  const nameOf = (node) => {
    if (node === null) return 'what is gone';
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    const name =
      element.className === '' ? element.localName : `.${String(element.className).split(' ').join('.')}`;
    return node === element ? name : `«${node.textContent.slice(0, 30)}» in ${name}`;
  };
  const boxOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      // The shifted elements are described as soon as a shift is reported: when the measurement ends, they may have
      // been removed from the page.
      const nodes = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${nameOf(node)} from ${boxOf(previousRect)} to ${boxOf(currentRect)}`,
      );
      globalThis.shifts.push({ value, nodes });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
