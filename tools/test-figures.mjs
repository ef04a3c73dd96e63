import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Collects the figures that tests of several servers note while they run (`apps/server/test/figures.ts`).
 *
 * @returns {{ folder: string, read(): string[], [Symbol.dispose](): void }} `folder` is deleted at the end; `read` gives each figure
 * once, in alphabetical order, because test files run at the same time
 */
export function collectFigures() {
  const folder = mkdtempSync(path.join(tmpdir(), 'butaca-figures-'));
  const file = path.join(folder, 'figures.txt');
  process.env['BUTACA_FIGURES'] = file;
  return {
    folder,
    read() {
      try {
        return [...new Set(readFileSync(file, 'utf8').trim().split('\n'))].toSorted();
      } catch {
        return [];
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
