// The thread in which `npm run bench -- guide` reads a guide, as the server does.
import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { readGuide } from '../../packages/guide/src/index.ts';

const { file, fromMs, toMs, share } = workerData;
let characters = 0;
const reading = await readGuide(createReadStream(file), {
  zone: 'Europe/Madrid',
  fromMs,
  toMs,
  chooseChannels: async (channels) =>
    new Set(channels.filter((_channel, index) => index % 100 < share * 100).map(({ id }) => id)),
  // The texts are read, so that no engine leaves their making out.
  onProgrammes: async (batch) => {
    for (const { title, description } of batch) characters += title.length + (description?.length ?? 0);
  },
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, which has no origin
parentPort?.postMessage({ reading, characters });
