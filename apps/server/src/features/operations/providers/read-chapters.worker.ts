// The thread that reads one long answer about a series. It sends the chapters in parts, so that the main thread never takes
// many at once, and ends after the last part.
import { parentPort, workerData } from 'node:worker_threads';
import { readChapters } from '@butaca/xtream';

const partLength = 500;
const chapters = readChapters(JSON.parse(Buffer.from(workerData as Uint8Array).toString()) as unknown);
for (let from = 0; from < chapters.length; from += partLength) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, which has no origin
  parentPort?.postMessage(chapters.slice(from, from + partLength));
}
