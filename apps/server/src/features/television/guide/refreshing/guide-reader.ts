/*
 * Guides are read in a thread of their own, so that the event loop stays free. The thread sends lines for COPY, which go to
 * the database as they are.
 */
import { Worker } from 'node:worker_threads';
import type { GuideReading } from '@butaca/guide';
import { GuideFailure } from './guide-failure.ts';
import type { GuideMessage, GuideWork } from './guide-work.ts';

/** The memory that reading a guide may take, in MB. */
const memoryMb = 512;

/** What was read of a guide, when all of its programmes have been given on; the lines are for COPY. */
export interface ReadGuide {
  reading: GuideReading;
  channels: Uint8Array;
  matches: Uint8Array;
}

/** A guide that is being read. Its programmes must be iterated over to their end. */
export interface GuideReadingRun {
  /** Lines for COPY, with how many programmes they have; `again` where what came before is to be forgotten. */
  programmes(): AsyncGenerator<{ lines: Buffer; count: number } | 'again', ReadGuide>;
}

/**
 * Begins to read a guide.
 *
 * @throws GuideFailure from the iteration, where the file is no guide
 */
export function startReading(work: GuideWork, signal: AbortSignal): GuideReadingRun {
  return {
    async *programmes() {
      const worker = new Worker(new URL('./read-guide.worker.ts', import.meta.url), {
        workerData: work,
        resourceLimits: { maxOldGenerationSizeMb: memoryMb },
        execArgv: [],
      });
      const inbox = createInbox(worker, signal);
      try {
        for (;;) {
          const message = await inbox.next();
          if (message.kind === 'refused') throw new GuideFailure(`guide.${message.reason}`);
          if (message.kind === 'read') {
            const { reading, channels, matches } = message;
            return { reading, channels, matches };
          }
          if (message.kind === 'again') yield 'again';
          else {
            yield { lines: Buffer.from(message.lines.buffer as ArrayBuffer), count: message.count };
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, which has no origin
            worker.postMessage('next');
          }
        }
      } finally {
        inbox.close();
        await worker.terminate();
      }
    },
  };
}

/** Keeps the messages of a thread until they are asked for. */
function createInbox(worker: Worker, signal: AbortSignal) {
  const arrived: GuideMessage[] = [];
  let failure: unknown;
  let wake = (): void => undefined;
  const fail = (error: unknown): void => {
    failure ??= error;
    wake();
  };
  const leave = (): void => fail(signal.reason);
  worker.on('message', (message: GuideMessage) => {
    arrived.push(message);
    wake();
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that reads a guide has ended early')));
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  return {
    async next(): Promise<GuideMessage> {
      for (;;) {
        const first = arrived.shift();
        if (first !== undefined) return first;
        if (failure !== undefined) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => signal.removeEventListener('abort', leave),
  };
}
