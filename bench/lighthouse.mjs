import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumOptions, storeSession } from './browser.mjs';
import { median } from './load.mjs';

const rounds = 5;
const goals = { performance: 90, shift: 0.05 };
const metrics = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'];

/**
 * Measures Lighthouse's performance score of two pages of the web client, with Lighthouse's own preset for phones (a
 * slow 4G connection and a processor four times slower, both simulated): the welcome page of a visitor, and the home
 * page of a person who is signed in.
 *
 * @param {import('./product.mjs').Product} product
 * @returns {Promise<import('./screens.mjs').Row[]>}
 */
export async function measureWithLighthouse(product) {
  const lighthouse = await loadLighthouse();
  const rows = await measurePage(lighthouse, 'welcome page', product.url);
  return [
    ...rows,
    ...(await measurePage(lighthouse, 'home page', product.url, await product.demoSession('demo-premium'))),
  ];
}

/** Loads Lighthouse, which has a package-lock.json of its own and is installed on first use. */
async function loadLighthouse() {
  const folder = fileURLToPath(new URL('lighthouse/', import.meta.url));
  if (!existsSync(join(folder, 'node_modules'))) {
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
  }
  const { lighthouse } = await import('./lighthouse/index.mjs');
  return lighthouse;
}

async function measurePage(lighthouse, name, url, session) {
  const profile = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  // The browser profile is on disk, because Lighthouse opens a tab of its own and finds the signed-in session in the
  // profile.
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumOptions,
    args: [...chromiumOptions.args, '--remote-debugging-port=0'],
  });
  try {
    if (session !== undefined) {
      const page = await context.newPage();
      await page.goto(`${url}/favicon.svg`);
      await page.evaluate(storeSession, session);
      await page.close();
    }
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    const results = [];
    // A Lighthouse round whose trace Chromium truncated has no score and is repeated.
    for (let tries = 0; results.length < rounds; tries += 1) {
      const { lhr } = await lighthouse(`${url}/#/`, {
        port: Number(port),
        onlyCategories: ['performance'],
        logLevel: 'error',
      });
      if (lhr.runtimeError === undefined) results.push(lhr);
      else if (tries > rounds) throw new Error(lhr.runtimeError.message);
    }
    return rowsOf(name, results);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

function rowsOf(name, results) {
  const scores = results.map(({ categories }) => Math.round(categories.performance.score * 100));
  const middle = results[scores.indexOf(median(scores))];
  const shift = Math.max(...results.map(({ audits }) => audits['cumulative-layout-shift'].numericValue));
  const details = metrics.map((metric) => `${metric} ${middle.audits[metric].displayValue}`).join(', ');
  const worst = Object.values(middle.audits)
    .filter(({ metricSavings, score }) => metricSavings && score !== null && score < 0.9)
    .map(({ id, displayValue = '' }) => `${id} ${displayValue}`.trim());
  return [
    {
      what: `Lighthouse ${middle.lighthouseVersion} of the ${name}, phone`,
      value: `${median(scores)} (${scores.join(', ')})`,
      goal: `≥ ${goals.performance}`,
      isMet: median(scores) >= goals.performance,
      evidence: [details, ...worst],
    },
    {
      what: `its layout shift, the worst of ${rounds}`,
      value: shift.toFixed(3),
      goal: `< ${goals.shift}`,
      isMet: shift < goals.shift,
      evidence: [],
    },
  ];
}
