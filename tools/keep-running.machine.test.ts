import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inRoot } from './paths.mjs';

/** Runs a program, of which `text` is the source, as `npm start` runs the server. */
async function keep(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-vigilado-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entry = join(folder, 'servidor.mjs');
  await writeFile(entry, text);
  const keeper = join(folder, 'vigilante.mjs');
  const module = pathToFileURL(inRoot('tools/keep-running.mjs')).href;
  await writeFile(
    keeper,
    `import { keepRunning } from ${JSON.stringify(module)};
    process.exitCode = await keepRunning(${JSON.stringify(entry)}, ['uno']);`,
  );
  const child = spawn(process.execPath, [keeper], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (piece: string) => void (said += piece));
  const ended = once(child, 'close').then(([code]) => code as number);
  return { child, ended, said: () => said };
}

const starts = (said: string): number => said.match(/^arranca/gm)?.length ?? 0;

describe('a server that npm start keeps running', () => {
  it.each([
    ['exit code', 'process.exit(3)', 3],
    ['end without a fault', '', 0],
    ['signal', "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)", 137],
  ])('is not started again after its own %s', async (_what, end, expected) => {
    const { ended, said } = await keep(`console.log('arranca', ...process.argv.slice(2)); ${end}`);
    expect(await ended).toBe(expected);
    expect(said()).toBe('arranca uno\n');
  });

  it('is started again five times when it has stood still', async () => {
    const { ended, said } = await keep(
      "console.log('arranca'); process.kill(process.pid, 'SIGALRM'); setInterval(() => {}, 1000)",
    );
    expect(await ended).toBe(142);
    expect(starts(said())).toBe(6);
    expect(said()).toContain('El servidor se ha quedado parado 6 veces en diez minutos y no se arranca más.');
  });

  it('gets the signal to stop, and its own exit code is kept', async () => {
    const { child, ended, said } = await keep(
      "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('arranca')",
    );
    await expect.poll(() => starts(said())).toBe(1);
    child.kill('SIGTERM');
    expect(await ended).toBe(7);
    expect(starts(said())).toBe(1);
  });
});
