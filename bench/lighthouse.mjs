import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumOptions, storeSession } from './browser.mjs';
import { median } from './load.mjs';
import { startProduct } from './product.mjs';

const rounds = 5;
const goals = { performance: 97, shift: 0.05 };
const metrics = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'];

/** How many channels and films the list of an operator has; it names no pictures. */
const ownList = { channels: 280, films: 200 };
const sections = ['Noticias', 'Deportes', 'Cine', 'Infantil', 'Música'];
const places = ['El faro', 'La ciudad perdida', 'Noche de luz', 'Mar abierto', 'Los inviernos'];

/**
 * Measures Lighthouse's performance score of pages of the web client, with Lighthouse's own preset for phones (a slow 4G
 * connection and a processor four times slower, both simulated): the welcome page of a visitor, and four pages of a
 * person who is signed in, with the demo's catalogue and with the imported list of an operator.
 *
 * @param {(name: string) => boolean} isWanted - tells by its name whether a page is to be measured, or `demo` or `own` for
 * all pages of one catalogue
 * @returns {Promise<import('./screens.mjs').Row[]>}
 */
export async function measureWithLighthouse(isWanted) {
  const lighthouse = await loadLighthouse();
  const rows = [];
  for (const [catalogue, prepare] of Object.entries({ demo: prepareDemo, own: prepareOwn })) {
    if (!isWanted(catalogue) && !pageNames.some((page) => isWanted(`${catalogue}-${page}`))) continue;
    const product = await startProduct({ isDemo: catalogue === 'demo' });
    try {
      const { session, film } = await prepare(product);
      const paths = ['/', '/', '/peliculas', '/live-tv', `/watch/movie/${film}`];
      for (const [index, page] of pageNames.entries()) {
        const name = `${catalogue}-${page}`;
        if (!isWanted(catalogue) && !isWanted(name)) continue;
        const who = page === 'welcome' ? undefined : session;
        rows.push(...(await measurePage(lighthouse, name, `${product.url}/#${paths[index]}`, who)));
      }
    } finally {
      await product.stop();
    }
  }
  return rows;
}

const pageNames = ['welcome', 'home', 'films', 'live-tv', 'film'];

async function prepareDemo(product) {
  const session = await product.demoSession('demo-premium');
  const { videos } = await product.call('GET', '/api/videos?tipo=pelicula&mainSection=POR_GENERO');
  return { session, film: videos[0]._id };
}

/**
 * Imports a list of channels and one of films, as an administrator of an empty product does. The provider that they name
 * does not answer.
 */
async function prepareOwn(product) {
  const channel = (_, n) =>
    `#EXTINF:-1 group-title="${sections[n % sections.length]}",${sections[n % sections.length]} ${n}\nhttp://127.0.0.1:9/canal/${n}.m3u8\n`;
  const film = (_, n) =>
    `#EXTINF:-1,${places[n % places.length]} ${n} (${1980 + (n % 45)})\nhttp://127.0.0.1:9/pelicula/${n}.mp4\n`;
  const listOf = (size, entry) => `#EXTM3U\n${Array.from({ length: size }, entry).join('')}`;
  await upload(product, '/api/channels/admin/process-m3u', listOf(ownList.channels, channel), {});
  await upload(product, '/api/videos/upload-text', listOf(ownList.films, film), {
    categoria: 'pelicula',
    subcategoria: 'POR_GENERO',
  });
  const { videos } = await product.call('GET', '/api/videos?tipo=pelicula');
  return { session: product.session, film: videos[0]._id };
}

async function upload({ url, headers }, path, list, fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(path.endsWith('process-m3u') ? 'm3uFile' : 'file', new Blob([list]), 'lista.m3u');
  const response = await fetch(url + path, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
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
      await page.goto(`${new URL(url).origin}/favicon.svg`);
      await page.evaluate(storeSession, session);
      await page.close();
    }
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    const results = [];
    // A Lighthouse round whose trace Chromium truncated has no score and is repeated.
    for (let tries = 0; results.length < rounds; tries += 1) {
      const { lhr } = await lighthouse(url, {
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
      what: `Lighthouse ${middle.lighthouseVersion} of ${name}, phone`,
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
