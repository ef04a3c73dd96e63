/*
 * Answers about series may have 16 MB, which would hold the event loop for seconds while they are parsed. A long one is
 * parsed in a thread of its own, one at a time, because each needs many times its length in memory.
 */
import { Worker } from 'node:worker_threads';
import { readChapters, type ChapterItem } from '@butaca/xtream';
import { AppError } from '../../../platform/http/app-error.ts';

/** Reads the chapters of the answer to `get_series_info`. */
export interface AnswerReader extends AsyncDisposable {
  /** @throws AppError `upstream.unreachable` for an answer that is no JSON, or that was not complete in time */
  read(bytes: Buffer): Promise<ChapterItem[]>;
}

/** The longest answer that is parsed at once, in bytes: it holds the event loop for a few milliseconds. */
const shortBytes = 131_072;
/** The memory that parsing the longest answer may take, in MB. */
const memoryMb = 512;

export function createAnswerReader(): AnswerReader {
  let last: Promise<unknown> = Promise.resolve();
  let present: Worker | undefined;
  let isClosed = false;

  function readApart(bytes: Buffer): Promise<ChapterItem[]> {
    const workerData = Uint8Array.from(bytes);
    return new Promise((resolve, reject) => {
      const chapters: ChapterItem[] = [];
      const worker = new Worker(new URL('./read-chapters.worker.ts', import.meta.url), {
        workerData,
        transferList: [workerData.buffer],
        resourceLimits: { maxOldGenerationSizeMb: memoryMb },
        execArgv: [],
      });
      present = worker;
      worker.on('message', (part: ChapterItem[]) => chapters.push(...part));
      worker.once('error', (cause) => reject(new AppError('upstream.unreachable', { cause })));
      worker.once('exit', (code) => {
        if (code === 0) resolve(chapters);
        else reject(new AppError('upstream.unreachable'));
      });
    });
  }

  return {
    async read(bytes) {
      if (bytes.length <= shortBytes) return readChapters(parse(bytes));
      const reading = last.then(() => {
        if (isClosed) throw new AppError('upstream.unreachable');
        return readApart(bytes);
      });
      last = reading.catch(() => undefined);
      return reading;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await present?.terminate();
    },
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    throw new AppError('upstream.unreachable');
  }
}
