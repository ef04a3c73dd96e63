// A setup file of the tests that share their loaded modules: before a file of screen tests it loads the code of all screens,
// once in each worker, so that no test pays for transforming and loading modules, on a busy machine up to half a minute.
import { beforeAll, expect } from 'vitest';

/** This timeout only ends imports that hang. */
const timeoutMs = 180_000;

beforeAll(async () => {
  if (!expect.getState().testPath?.endsWith('.screen.test.tsx')) return;
  const { loadAllScreens } = await import('./load-screen.ts');
  await loadAllScreens();
}, timeoutMs);
