import { expect, it, onTestFinished, vi } from 'vitest';
import { findMissingBrowsers } from './programs.mjs';

it('the Debian packages of programs that no folder of the search path has are named', () => {
  vi.stubEnv('PATH', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(findMissingBrowsers()).toEqual(expect.arrayContaining(['webkit2gtk-driver', 'xvfb', 'firefox-esr']));
});
