import { launchBrowser } from './browser.mjs';
import { measureFirstFrame } from './first-frame.mjs';
import { benchGateway } from './gateway.mjs';
import { measurePausedClient } from './paused-client.mjs';
import { measureProgress } from './progress.mjs';
import { measureRemux } from './remux.mjs';
import { printMachine } from './goal.mjs';
import { startProduct } from './product.mjs';
import { requireTools } from './require-tools.mjs';
import { measureZap } from './zap.mjs';

/**
 * `npm run bench -- playback [first-frame] [zap] [gateway] [paused] [remux] [progress]`: measures what playing video
 * costs (time to the first frame, time to change the channel, throughput of the video proxy, memory for paused clients,
 * conversion to HLS, saving of watch progress), compared with limits and goals; without names it runs all six
 * measurements. Exits with 1 when a goal is missed. Requires wrk, nginx and ffmpeg (Debian's packages), and a quiet
 * machine.
 */
const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
requireTools('wrk', 'nginx', 'ffmpeg');

printMachine();

const results = [];
if (isWanted('first-frame') || isWanted('zap')) {
  const browser = await launchBrowser();
  try {
    if (isWanted('first-frame')) results.push(await measureFirstFrame(browser));
    if (isWanted('zap')) results.push(...(await measureZap(browser)));
  } finally {
    await browser.close();
  }
}
if (isWanted('gateway') || isWanted('paused')) {
  const product = await startProduct();
  try {
    if (isWanted('gateway')) results.push(...(await benchGateway(product)));
    if (isWanted('paused')) results.push(await measurePausedClient(product));
  } finally {
    await product.stop();
  }
}
if (isWanted('remux')) results.push(...(await measureRemux()));
if (isWanted('progress')) results.push(...(await measureProgress()));
if (results.includes(false)) process.exitCode = 1;
