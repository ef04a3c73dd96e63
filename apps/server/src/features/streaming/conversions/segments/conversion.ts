/*
 * One person's conversion of one file. Segments are made in order by one ffmpeg, as far as a little ahead of what was last
 * asked for; then it is held back. What is asked for beyond its reach, behind it, or of another sound starts a new ffmpeg
 * there: boundaries follow from the plan, so its segments fit between those of the others. Each ffmpeg writes into a folder
 * of its own, because a file that is being sent must not change. Segments far from the person's place are deleted.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSemaphore } from '../../../../platform/async/semaphore.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { hasSoundApart, mainSound, type TrackName } from './conversion-playlists.ts';
import { readWriteError, storageFull } from '../ffmpeg/disk-room.ts';
import { ffmpegArguments, segmentFile } from './ffmpeg-arguments.ts';
import type { ProgramInput } from '../ffmpeg/input-options.ts';
import type { ConversionPlan } from './plan-conversion.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { runFfmpeg, type FfmpegRun } from '../ffmpeg/run-ffmpeg.ts';

/** Segments that are made before they are asked for, and the farthest that is waited for rather than begun at. */
const aheadSegments = 8;
/** Segments that are kept behind the person's place. */
const behindSegments = 8;
const segmentWithinMs = 20_000;

export interface Conversion extends Convertible {
  /**
   * A segment as a file, once it is whole; it may be deleted as soon as it has been opened.
   *
   * @throws AppError `upstream.unreachable`, `upstream.timeout`, `server.storage_full`, or the signal's reason
   */
  segment(track: TrackName, index: number, signal: AbortSignal): Promise<string>;
}

/** Where and of what something is converted. */
export interface ConversionPlace {
  converter: Converter;
  input: ProgramInput;
  folder: string;
  hasRoom(): Promise<boolean>;
}

/** What a person has one of. */
export interface Convertible extends AsyncDisposable {
  /** Nothing more will come of it. */
  isOver(): boolean;
}

interface Run {
  process: FfmpegRun;
  folder: string;
  sound: number | undefined;
  from: number;
  /** The segment of each track that is being made. */
  next: Map<TrackName, number>;
  end: 'complete' | 'failed' | undefined;
}

interface Waiter {
  name: string;
  run: Run;
  settle(path: string | AppError): void;
}

export function createConversion(needs: ConversionPlace & { plan: ConversionPlan }): Conversion {
  const { plan } = needs;
  const finished = new Map<string, string>();
  const waiters = new Set<Waiter>();
  const soundApart = hasSoundApart(plan);
  let sound = mainSound(plan)?.index;
  let place = 0;
  let starts = 0;
  let run: Run | undefined;
  // One request at a time looks for a run, so that two do not both start an ffmpeg.
  const searches = createSemaphore({ running: 1 });
  let isClosed = false;
  let isFull = false;

  async function start(from: number): Promise<Run> {
    run?.process.kill();
    starts += 1;
    const folder = join(needs.folder, String(starts));
    await needs.converter.confinement.makeFolder(folder).catch((error: unknown) => {
      throw readWriteError(error);
    });
    isFull = !(await needs.hasRoom());
    if (isFull) throw storageFull();
    if (isClosed) throw new AppError('stream.forbidden');
    if (needs.converter.confinement.isEnded()) throw new AppError('server.unavailable');
    const tracks: TrackName[] = soundApart && sound !== undefined ? ['v', `a${sound}`] : ['v'];
    const started: Run = {
      process: runFfmpeg({
        converter: needs.converter,
        args: ffmpegArguments(plan, { from, sound }, needs.input),
        folder,
        mode: plan.mode,
        onFinished: (fileName) => finish(started, fileName),
      }),
      folder,
      sound,
      from,
      next: new Map(tracks.map((track) => [track, from])),
      end: undefined,
    };
    run = started;
    void noteEnd(started);
    return started;
  }

  async function noteEnd(by: Run): Promise<void> {
    const end = await by.process.ended;
    isFull ||= end === 'failed' && !(await needs.hasRoom());
    by.end = end;
    // What is still waited for will not come: the end of the file, of its server, or of the disk.
    const reason = isFull ? storageFull() : new AppError('upstream.unreachable');
    for (const waiter of waiters) if (waiter.run === by) waiter.settle(reason);
    // What it was about to write is of no use to anybody.
    for (const [track, index] of by.next)
      await rm(join(by.folder, segmentFile(track, index)), { force: true });
  }

  function finish(by: Run, fileName: string): void {
    const [, track, number] = /^([va]\d*)-(\d+)\.ts$/.exec(fileName) ?? [];
    if (track === undefined || number === undefined) return;
    by.next.set(track as TrackName, Number(number) + 1);
    const path = join(by.folder, fileName);
    const earlier = finished.get(fileName);
    finished.set(fileName, path);
    for (const waiter of waiters) if (waiter.name === fileName) waiter.settle(path);
    // Made again by a later ffmpeg, for its other sound: whoever is being sent the earlier one has it open.
    if (earlier !== undefined && earlier !== path) void rm(earlier, { force: true });
    regulate();
  }

  /** Holds ffmpeg back where it is far enough ahead, and lets it go on where it is not. */
  function regulate(): void {
    if (run === undefined) return;
    const reached = Math.min(...run.next.values());
    if (reached - place > aheadSegments) run.process.pause();
    else run.process.resume();
  }

  function forget(): void {
    for (const [name, path] of finished) {
      const index = Number(/-(\d+)\.ts$/.exec(name)?.[1]);
      if (index >= place - behindSegments && index <= place + 2 * aheadSegments) continue;
      finished.delete(name);
      void rm(path, { force: true });
    }
  }

  function reaches(by: Run, track: TrackName, index: number): boolean {
    if (by.end === 'failed' || !by.next.has(track)) return false;
    const next = by.next.get(track) ?? by.from;
    return index >= next && index <= next + aheadSegments && by.end === undefined;
  }

  async function findRun(track: TrackName, index: number): Promise<Run | string> {
    const path = finished.get(segmentFile(track, index));
    if (path !== undefined) return path;
    if (run !== undefined && reaches(run, track, index)) return run;
    return start(index);
  }

  function waitFor(name: string, by: Run, signal: AbortSignal): Promise<string> {
    const path = finished.get(name);
    if (path !== undefined) return Promise.resolve(path);
    return new Promise((resolve, reject) => {
      const settle = (result: string | AppError) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        waiters.delete(waiter);
        if (typeof result === 'string') resolve(result);
        else reject(result);
      };
      const waiter: Waiter = { name, run: by, settle };
      const leave = () => settle(new AppError('stream.forbidden'));
      const timer = setTimeout(() => settle(new AppError('upstream.timeout')), segmentWithinMs);
      waiters.add(waiter);
      if (by.end !== undefined) return settle(new AppError('upstream.unreachable'));
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async segment(track, index, signal) {
      if (isClosed) throw new AppError('stream.forbidden');
      if (track.startsWith('a')) sound = Number(track.slice(1));
      place = index;
      const run = await searches.run(async () => (signal.aborted ? undefined : findRun(track, index)));
      regulate();
      forget();
      if (run === undefined) throw new AppError('stream.forbidden');
      return typeof run === 'string' ? run : waitFor(segmentFile(track, index), run, signal);
    },
    isOver: () => isFull || needs.converter.confinement.isEnded(),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const waiter of waiters) waiter.settle(new AppError('stream.forbidden'));
      // The last search may still start an ffmpeg.
      await searches.run(async () => undefined);
      run?.process.kill();
      await run?.process.ended;
      await rm(needs.folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
