import { expect, it } from 'vitest';
import { installationOf } from './install-mpv.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140',
    'mpv en Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    'brew install mpv',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26', 'apt install mpv'],
  ['', 'apt install mpv'],
])('says for %s how mpv is installed', (userAgent, words) => {
  expect(installationOf(userAgent)).toContain(words);
});
