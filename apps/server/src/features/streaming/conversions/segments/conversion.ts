/*
 * One person's conversion of one file. One ffmpeg makes segments in order, up to a few ahead of the last request, and is then
 * paused. A request far ahead, behind, or for another sound starts a new ffmpeg there: boundaries follow from the plan, so its
 * segments fit between those of the others. Each ffmpeg writes into a folder of its own, because a file that is being sent must
 * not change. Segments far from the person's place are deleted.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSemaphore } from '../../../../platform/async/semaphore.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { hasSoundApart, mainSound, type TrackName } from './conversion-playlists.ts';
import { readWriteError, storageFull } from '../ffmpeg/disk-room.ts';
import { ffmpegArguments, segmentFile } from './ffmpeg-arguments.ts';
import type { ProgramInput } from '../ffmpeg/input-options.ts';
import { createOutputWaiters } from './output-waiters.ts';
import type { ConversionPlan } from './plan-conversion.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { runFfmpeg, type FfmpegRun } from '../ffmpeg/run-ffmpeg.ts';

/** Segments that are made ahead of requests; a request for one that is farther ahead starts a new ffmpeg there. */
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

/** The input of a conversion and the folder that it writes to. */
export interface ConversionPlace {
  converter: Converter;
  input: ProgramInput;
  folder: string;
  hasRoom(): Promise<boolean>;
}

/** A conversion of any kind; each person has one at a time. */
export interface Convertible extends AsyncDisposable {
  /** It will make nothing more. */
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

export function createConversion(needs: ConversionPlace & { plan: ConversionPlan }): Conversion {
  const { plan } = needs;
  const finished = createFinishedSegments();
  const waiters = createOutputWaiters<{ name: string; run: Run }, string>(segmentWithinMs);
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
    const started = openRun({ ...needs, folder }, { from, sound }, finish);
    run = started;
    void noteEnd(started);
    return started;
  }

  async function noteEnd(by: Run): Promise<void> {
    const end = await by.process.ended;
    isFull ||= end === 'failed' && !(await needs.hasRoom());
    by.end = end;
    // The file, its server or the disk has come to an end: requests that still wait get no segment.
    const reason = isFull ? storageFull() : new AppError('upstream.unreachable');
    waiters.settle(({ run: waited }) => waited === by, reason);
    await deleteUnfinished(by);
  }

  function finish(by: Run, fileName: string): void {
    const [, track, number] = /^([va]\d*)-(\d+)\.ts$/.exec(fileName) ?? [];
    if (track === undefined || number === undefined) return;
    by.next.set(track as TrackName, Number(number) + 1);
    const path = join(by.folder, fileName);
    finished.add(fileName, path);
    waiters.settle(({ name }) => name === fileName, path);
    regulate();
  }

  /** Pauses ffmpeg when it is far enough ahead, and resumes it when it is not. */
  function regulate(): void {
    if (run === undefined) return;
    const reached = Math.min(...run.next.values());
    if (reached - place > aheadSegments) run.process.pause();
    else run.process.resume();
  }

  async function findRun(track: TrackName, index: number): Promise<Run | string> {
    const path = finished.get(segmentFile(track, index));
    if (path !== undefined) return path;
    if (run !== undefined && reaches(run, track, index)) return run;
    return start(index);
  }

  async function waitFor(name: string, by: Run, signal: AbortSignal): Promise<string> {
    const path = finished.get(name);
    if (path !== undefined) return path;
    if (by.end !== undefined) throw new AppError('upstream.unreachable');
    return waiters.wait({ name, run: by }, signal);
  }

  return {
    async segment(track, index, signal) {
      if (isClosed) throw new AppError('stream.forbidden');
      if (track.startsWith('a')) sound = Number(track.slice(1));
      place = index;
      const run = await searches.run(async () => (signal.aborted ? undefined : findRun(track, index)));
      regulate();
      finished.forgetFar(place);
      if (run === undefined) throw new AppError('stream.forbidden');
      return typeof run === 'string' ? run : waitFor(segmentFile(track, index), run, signal);
    },
    isOver: () => isFull || needs.converter.confinement.isEnded(),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      waiters.settle(() => true, new AppError('stream.forbidden'));
      // Waits for the last search, which may still start an ffmpeg.
      await searches.run(async () => undefined);
      run?.process.kill();
      await run?.process.ended;
      await rm(needs.folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Starts an ffmpeg at a segment. @param onFinished - told each file that is complete */
function openRun(
  { converter, plan, input, folder }: ConversionPlace & { plan: ConversionPlan },
  { from, sound }: { from: number; sound: number | undefined },
  onFinished: (run: Run, fileName: string) => void,
): Run {
  const tracks: TrackName[] = hasSoundApart(plan) && sound !== undefined ? ['v', `a${sound}`] : ['v'];
  const run: Run = {
    process: runFfmpeg({
      converter,
      args: ffmpegArguments(plan, { from, sound }, input),
      folder,
      mode: plan.mode,
      onFinished: (fileName) => onFinished(run, fileName),
    }),
    folder,
    sound,
    from,
    next: new Map(tracks.map((track) => [track, from])),
    end: undefined,
  };
  return run;
}

/** Whether an ffmpeg that runs will soon make a segment. */
function reaches(by: Run, track: TrackName, index: number): boolean {
  if (by.end === 'failed' || !by.next.has(track)) return false;
  const next = by.next.get(track) ?? by.from;
  return index >= next && index <= next + aheadSegments && by.end === undefined;
}

/** Deletes the segments that an ffmpeg was writing when it ended. */
async function deleteUnfinished({ next, folder }: Run): Promise<void> {
  for (const [track, index] of next) await rm(join(folder, segmentFile(track, index)), { force: true });
}

/** The files of finished segments, by their names. */
function createFinishedSegments() {
  const paths = new Map<string, string>();
  return {
    get: (name: string): string | undefined => paths.get(name),
    /** A segment that was made again, with another sound, replaces the earlier file; whoever is being sent that has it open. */
    add(name: string, path: string): void {
      const earlier = paths.get(name);
      paths.set(name, path);
      if (earlier !== undefined && earlier !== path) void rm(earlier, { force: true });
    },
    /** Deletes segments far from a person's place. */
    forgetFar(place: number): void {
      for (const [name, path] of paths) {
        const index = Number(/-(\d+)\.ts$/.exec(name)?.[1]);
        if (index >= place - behindSegments && index <= place + 2 * aheadSegments) continue;
        paths.delete(name);
        void rm(path, { force: true });
      }
    },
  };
}
