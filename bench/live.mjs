import { launchBrowser } from './browser.mjs';
import { measureFailover } from './failover.mjs';
import { measureRandomZaps } from './random-zaps.mjs';
import { printMachine } from './goal.mjs';
import { requireTools } from './require-tools.mjs';
import { measureSharedChannel } from './shared-channel.mjs';
import { measureZap } from './zap.mjs';

/**
 * `npm run bench -- live [hls] [ts] [zap] [zaps] [failover]`: measures what many viewers of one live channel cost (connections to the
 * provider, memory, and the time to join), and how long changing the channel takes, whether a provider is asked for more
 * connections than its account allows while viewers change the channel at random, and what viewers notice when a source fails (`FAILOVER_RUNS` times in each
 * way, `FAILOVER_AT_ONCE` runs at once, and `FAILOVER_PAGES` times in Chromium), beside their goals. Exits with 1 when a goal is missed. Requires ffmpeg
 * (Debian's package), and a quiet machine.
 */
const wanted = process.argv.slice(2);
requireTools('ffmpeg');

printMachine();

const results = [];
for (const form of ['hls', 'ts']) {
  if (wanted.length === 0 || wanted.includes(form)) results.push(...(await measureSharedChannel(form)));
}
if (wanted.length === 0 || wanted.includes('zap')) {
  const browser = await launchBrowser();
  try {
    results.push(...(await measureZap(browser)));
  } finally {
    await browser.close();
  }
}
if (wanted.length === 0 || wanted.includes('zaps')) results.push(...(await measureRandomZaps()));
if (wanted.length === 0 || wanted.includes('failover')) results.push(...(await measureFailover()));
if (results.includes(false)) process.exitCode = 1;
