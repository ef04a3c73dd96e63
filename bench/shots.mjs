import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepSession, launchBrowser, settle } from './browser.mjs';
import { startProduct } from './product.mjs';
import { listPeople, listScreens } from './screen-list.mjs';

/**
 * `npm run bench -- shots [FOLDER] [SCREEN…]`: takes a screenshot of every screen of the web client at four widths, with the
 * demo catalogue and without any data. The default folder is `screenshots`; names of screens restrict the screenshots
 * to these screens.
 */
const windows = [
  { width: 360, height: 740, isMobile: true, hasTouch: true },
  { width: 768, height: 1024, isMobile: true, hasTouch: true },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
const [given, ...wanted] = process.argv.slice(2);
const folder = resolve(given ?? fileURLToPath(new URL('../screenshots', import.meta.url)));

const browser = await launchBrowser();
const unsettled = [];
try {
  for (const isDemo of [true, false]) {
    const product = await startProduct({ isDemo });
    try {
      await takeAll(product, isDemo, join(folder, isDemo ? 'demo' : 'sin-datos'));
    } finally {
      await product.stop();
    }
  }
} finally {
  await browser.close();
}
for (const sentence of unsettled) console.error(sentence);
if (unsettled.length > 0) process.exitCode = 1;

async function takeAll(product, isDemo, place) {
  const people = await listPeople(product, { isDemo });
  const screens = (await listScreens(product)).filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name),
  );
  if (wanted.length === 0) await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  for (const { width, height, ...device } of windows) {
    for (const who of Object.keys(people)) {
      const context = await browser.newContext({ viewport: { width, height }, locale: 'es', ...device });
      await keepSession(context, people[who]);
      for (const screen of screens.filter((each) => each.who === who)) {
        await take(context, product.url, screen, join(place, `${screen.name}-${width}`));
      }
      await context.close();
    }
    console.log(`${place}: ${width} px`);
  }
}

/**
 * Takes the screenshot of a screen of the web client when the screen no longer changes. A screen that does not stop
 * changing in time is photographed as it is then, and is reported.
 */
async function take(context, url, { path, folds = 1 }, file) {
  const page = await context.newPage();
  await page.goto(`${url}/#${path}`);
  for (let fold = 1; fold <= folds; fold += 1) {
    await settle(page).catch(({ message }) => unsettled.push(`${file}: ${message.split('\n')[0]}`));
    await page.screenshot({ path: folds === 1 ? `${file}.png` : `${file}-${fold}.png` });
    await page.evaluate(() => scrollBy({ top: innerHeight * 0.85, behavior: 'instant' }));
  }
  await page.close();
}
