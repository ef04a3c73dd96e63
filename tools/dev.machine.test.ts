import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort } from './cluster/free-port.mjs';
import { inRoot } from './paths.mjs';

const loginForm = 'apps/web/src/features/account/login-form.tsx';
const errors = 'packages/contract/src/shared/playback-error.ts';

/** Copies the sources into `.cache`, from where Node finds the installed packages. @returns the copy's folder */
function copySources(): string {
  const folder = inRoot('.cache/dev-test');
  const installed = path.join(folder, 'node_modules');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(installed, '@butaca'), { recursive: true });
  cpSync(inRoot('node_modules/.package-lock.json'), path.join(installed, '.package-lock.json'));
  const isSource = (file: string) => !/[\\/](?:node_modules|dist(?:-\w+)?|\.cache)(?:[\\/]|$)/.test(file);
  for (const part of [
    'apps/server',
    'apps/web',
    'apps/e2e',
    'packages',
    'tools',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
  ]) {
    cpSync(inRoot(part), path.join(folder, part), {
      recursive: true,
      filter: (file) => isSource(path.relative(inRoot('.'), file)),
    });
  }
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(path.join(folder, group))) {
      symlinkSync(path.join(folder, group, name), path.join(installed, '@butaca', name), 'junction');
    }
  }
  return folder;
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

/** Starts `npm run dev -- --fake` in a folder, and waits until it names the page's address. */
async function startDev(folder: string): Promise<string> {
  const port = await findFreePort();
  const dev = spawn(process.execPath, [path.join(folder, 'tools/dev.mjs'), '--fake'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(dev, 'exit');
  onTestFinished(async () => {
    dev.kill('SIGTERM');
    const [code] = await exit;
    expect(code).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });
  let said = '';
  for await (const text of dev.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text;
    if (said.includes('en desarrollo')) break;
  }
  dev.stdout.resume();
  expect(said).toContain(`http://localhost:${port}/`);
  return `http://localhost:${port}`;
}

it('shows a saved word without a reload, and answers with a saved sentence of the server', async () => {
  const folder = copySources();
  const url = await startDev(folder);
  const browser = await chromium.launch({
    executablePath: process.env['BUTACA_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByLabel('Usuario').fill('valentina');
  const isRegistered = page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await isRegistered).toBe(0);

  change(path.join(folder, loginForm), '¿Aún no tienes cuenta?', '¿Todavía no tienes cuenta?');
  await page.getByText('¿Todavía no tienes cuenta?').waitFor();
  expect(await page.getByLabel('Usuario').inputValue()).toBe('valentina');

  const ask = async () => (await fetch(`${url}/api/auth/me`)).json();
  const before = (await ask()) as { error: string };
  change(path.join(folder, errors), before.error, 'Hay que entrar antes.');
  await expect.poll(ask).toMatchObject({ error: 'Hay que entrar antes.' });
});
