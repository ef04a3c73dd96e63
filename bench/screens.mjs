import { launchBrowser } from './browser.mjs';
import { measureLayoutShift } from './layout-shift.mjs';
import { measureWithLighthouse } from './lighthouse.mjs';
import { printMachine } from './goal.mjs';
import { measureGuideGrid } from './guide-grid.mjs';
import { startProduct } from './product.mjs';
import { measureScrolling } from './scrolling.mjs';

/**
 * `npm run bench -- screens [lighthouse] [scrolling] [guide] [shift]`: measures the screens of the built web client in a real
 * Chromium (Lighthouse score, long tasks while scrolling lists and the guide, layout shift), compared with goals; without names
 * it runs all four measurements. Lighthouse measures ten pages; `npm run bench -- screens lighthouse own-films` measures one of them,
 * `lighthouse own` those of one catalogue. Exits with 1 when a goal is missed. Requires a quiet machine: other programs make tasks longer.
 *
 * @typedef {object} Row
 * @property {string} what
 * @property {string} value
 * @property {string} goal
 * @property {boolean} isMet
 * @property {string[]} evidence - details that are printed when the goal is missed
 */
const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);

printMachine();
const rows = [];
const browser = await launchBrowser();
try {
  console.log(`Chromium ${browser.version()}`);
  if (isWanted('scrolling')) rows.push(...(await measureScrolling(browser)));
  if (isWanted('guide')) rows.push(...(await measureGuideGrid(browser)));
  if (isWanted('lighthouse')) {
    const isAll = !wanted.some((name) => /^(?:demo|own)\b/.test(name));
    rows.push(...(await measureWithLighthouse((name) => isAll || wanted.includes(name))));
  }
  if (isWanted('shift')) {
    const product = await startProduct();
    try {
      rows.push(...(await measureLayoutShift(browser, product)));
    } finally {
      await product.stop();
    }
  }
} finally {
  await browser.close();
}

const width = Math.max(...rows.map(({ what }) => what.length));
for (const { what, value, goal, isMet, evidence } of rows) {
  console.log(`${what.padEnd(width)}  ${value} (goal ${goal}) ${isMet ? 'ok' : 'MISSED'}`);
  if (!isMet) for (const line of evidence) console.log(`    ${line}`);
}
if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
