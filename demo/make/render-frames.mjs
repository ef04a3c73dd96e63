// Opens a scene in headless Chromium and captures its frames one by one. Frames do not depend on the clock: a slow
// machine makes the same film.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { pictureHeight, pictureWidth } from './timing.mjs';

const demoFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const origin = 'http://stage.invalid';
const contentTypes = {
  '.html': 'text/html',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Finds a browser. @returns {string | undefined} its path; with `undefined`, Playwright's default browser is used */
function findBrowser() {
  const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
  return candidates.find((candidate) => candidate && existsSync(candidate));
}

/**
 * Captures frames of a scene in order.
 *
 * @param {string} sceneName - the name of a file in `scenes/`, without its extension
 * @param {readonly number[]} phases - positions in the loop, from 0 to 1
 * @param {(jpeg: Buffer, index: number) => Promise<void>} onPicture
 * @throws {Error} when the scene throws or logs an error
 */
export async function renderFrames(sceneName, phases, onPicture) {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--force-color-profile=srgb'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: pictureWidth, height: pictureHeight } });
    const complaints = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.route(`${origin}/**`, async (route) => {
      const file = path.join(demoFolder, new URL(route.request().url()).pathname);
      if (!file.startsWith(demoFolder) || !existsSync(file)) return await route.fulfill({ status: 404 });
      await route.fulfill({ body: await readFile(file), contentType: contentTypes[path.extname(file)] });
    });
    await page.goto(`${origin}/make/stage.html`);
    await page.evaluate((name) => globalThis.openScene(name), sceneName);
    for (const [index, phase] of phases.entries()) {
      const base64 = await page.evaluate((moment) => globalThis.takePicture(moment), phase);
      await onPicture(Buffer.from(base64, 'base64'), index);
    }
    const real = complaints.filter((text) => !text.includes('favicon'));
    if (real.length > 0) throw new Error(`Scene ${sceneName}: ${real.join('; ')}`);
  } finally {
    await browser.close();
  }
}
