/*
 * One account's conversion of one film into HLS. One ffmpeg writes segments in order, up to a few ahead of the last
 * requested one, and is then paused. A request for a segment far ahead or behind, or for another audio track, starts a
 * new ffmpeg at that segment; every ffmpeg cuts at the boundaries of the same plan, so their segments fit together.
 * Each ffmpeg writes into a folder of its own, because a file that is being sent must not change. Segments far from the
 * playback position are deleted.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSemaphore } from '../../../../platform/async/semaphore.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { askAgain } from '../ffmpeg/ask-again.ts';
import { hasSoundApart, isSequential, mainSound, type TrackName } from './conversion-playlists.ts';
import { readWriteError, storageFull } from '../ffmpeg/disk-room.ts';
import { ffmpegArguments, segmentFile, soundsOf } from './ffmpeg-arguments.ts';
import type { ProgramInput } from '../ffmpeg/input-options.ts';
import { createOutputWaiters } from './output-waiters.ts';
import type { ConversionPlan } from './plan-conversion.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { runFfmpeg, type FfmpegRun } from '../ffmpeg/run-ffmpeg.ts';

/**
 * How many segments of a converted film are made ahead of the last requested one; a request farther ahead starts a new
 * ffmpeg there.
 */
const aheadSegments = 8;
/** How many segments of a converted film are kept before the playback position, for viewers who seek back. */
const behindSegments = 8;
const segmentWithinMs = 20_000;
/**
 * How long the conversion of a film that is sent only from its beginning is kept without requests, in ms, unless another
 * viewer needs its place: after it, a viewer who had paused would have to wait until the film is read up to the playback
 * position again.
 */
const sequentialKeptMs = 120_000;

export interface Conversion extends Convertible {
  /**
   * Returns the path of a segment's file, once ffmpeg has completed it; the file may be deleted after the caller has
   * opened it.
   *
   * @throws AppError `upstream.unreachable`, `upstream.timeout`, `server.storage_full`, or `server.unavailable` when the
   * signal aborts or the conversion is ended
   */
  segment(track: TrackName, index: number, signal: AbortSignal): Promise<string>;
}

/** What a conversion works with: ffmpeg, the address of its source, and the folder that it writes to. */
export interface ConversionNeeds {
  converter: Converter;
  input: ProgramInput;
  folder: string;
  hasRoom(): Promise<boolean>;
  /** Why the source's server did not deliver to ffmpeg, if it did not. */
  upstreamFailure(): AppError | undefined;
  /** Whether the source is known to be a file with an end. */
  hasEnd(): boolean;
}

/** A running conversion of a file or a channel by ffmpeg; each account has at most one. */
export interface Convertible extends AsyncDisposable {
  /** Whether the conversion will make no more segments (because the disk is full, say). */
  isOver(): boolean;
  /** How long the conversion is kept without requests, in ms; by default as long as the limits of the pool say. */
  keptMs?: number | undefined;
}

interface Run {
  process: FfmpegRun;
  folder: string;
  sound: number | undefined;
  from: number;
  /** For each track, the number of the segment that ffmpeg is writing now. */
  next: Map<TrackName, number>;
  end: 'complete' | 'failed' | undefined;
}

export function createConversion(needs: ConversionNeeds & { plan: ConversionPlan }): Conversion {
  const { plan } = needs;
  const finished = createFinishedSegments();
  const waiters = createOutputWaiters<{ name: string; run: Run }, string>(segmentWithinMs);
  let sound = mainSound(plan)?.index;
  let requestedIndex = 0;
  let starts = 0;
  let run: Run | undefined;
  // Only one request at a time looks for an ffmpeg that will write its segment, so that two requests cannot both start
  // a new ffmpeg.
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
    if (isClosed) throw askAgain();
    if (needs.converter.confinement.isEnded()) throw askAgain();
    const started = openRun({ ...needs, folder }, { from, sound }, finish);
    run = started;
    void noteEnd(started);
    return started;
  }

  async function noteEnd(by: Run): Promise<void> {
    const end = await by.process.ended;
    isFull ||= end === 'failed' && !(await needs.hasRoom());
    by.end = end;
    // When ffmpeg has ended (end of file, failed upstream or full disk), requests that still wait for its segments
    // fail.
    const reason = isFull ? storageFull() : failureOf(needs);
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

  /** Pauses ffmpeg when it has written enough segments ahead of the last requested one, and resumes it otherwise. */
  function regulate(): void {
    if (run === undefined) return;
    const reached = Math.min(...run.next.values());
    if (reached - requestedIndex > aheadSegments) run.process.pause();
    else run.process.resume();
  }

  async function findRun(track: TrackName, index: number): Promise<Run | string> {
    const path = finished.get(segmentFile(track, index));
    if (path !== undefined) return path;
    if (!isSequential(plan)) return run !== undefined && reaches(run, track, index) ? run : start(index);
    // The file can be read only from its beginning. The ffmpeg that has not passed the segment yet will come to it.
    return run?.end === undefined && run !== undefined && index >= nextOf(run, track) ? run : start(0);
  }

  async function waitFor(name: string, by: Run, signal: AbortSignal): Promise<string> {
    const path = finished.get(name);
    if (path !== undefined) return path;
    if (by.end !== undefined) throw failureOf(needs);
    return waiters.wait({ name, run: by }, signal);
  }

  return {
    async segment(track, index, signal) {
      if (isClosed) throw askAgain();
      if (track.startsWith('a')) sound = Number(track.slice(1));
      requestedIndex = index;
      const run = await searches.run(async () => (signal.aborted ? undefined : findRun(track, index)));
      regulate();
      finished.forgetFar(requestedIndex);
      if (run === undefined) throw askAgain();
      return typeof run === 'string' ? run : waitFor(segmentFile(track, index), run, signal);
    },
    keptMs: isSequential(plan) ? sequentialKeptMs : undefined,
    isOver: () => isFull || needs.converter.confinement.isEnded(),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      waiters.settle(() => true, askAgain());
      // A request that still looks for an ffmpeg to write its segment may start one, so closing the conversion waits
      // for that request before it kills ffmpeg.
      await searches.run(async () => undefined);
      run?.process.kill();
      await run?.process.ended;
      await rm(needs.folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Returns the error of an ffmpeg that has ended: the provider's, where the provider has refused it the source. */
export const failureOf = ({ upstreamFailure }: Pick<ConversionNeeds, 'upstreamFailure'>): AppError =>
  upstreamFailure() ?? new AppError('upstream.unreachable');

/**
 * Starts an ffmpeg that converts a film from a given segment on. @param onFinished - called for each completed segment
 * file
 */
function openRun(
  { converter, plan, input, folder }: ConversionNeeds & { plan: ConversionPlan },
  { from, sound }: { from: number; sound: number | undefined },
  onFinished: (run: Run, fileName: string) => void,
): Run {
  const sounds = hasSoundApart(plan) ? soundsOf(plan, sound) : [];
  const tracks: TrackName[] = ['v', ...sounds.map(({ index }): TrackName => `a${index}`)];
  const run: Run = {
    process: runFfmpeg({
      converter,
      args: ffmpegArguments(plan, { from, sound }, input, converter),
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

/** Whether a running ffmpeg will write a given segment soon enough to wait for it. */
function reaches(by: Run, track: TrackName, index: number): boolean {
  if (by.end === 'failed' || !by.next.has(track)) return false;
  const next = nextOf(by, track);
  return index >= next && index <= next + aheadSegments && by.end === undefined;
}

const nextOf = (by: Run, track: TrackName): number => by.next.get(track) ?? by.from;

/** Deletes the HLS segments that an ended ffmpeg left half-written in its folder. */
async function deleteUnfinished({ next, folder }: Run): Promise<void> {
  for (const [track, index] of next) await rm(join(folder, segmentFile(track, index)), { force: true });
}

/** Keeps the paths of a converted film's finished HLS segments, by the segments' names. */
function createFinishedSegments() {
  const paths = new Map<string, string>();
  return {
    get: (name: string): string | undefined => paths.get(name),
    /**
     * Registers a finished HLS segment. An earlier file of the same name is deleted; requests that are sending that
     * file keep it open.
     */
    add(name: string, path: string): void {
      const earlier = paths.get(name);
      paths.set(name, path);
      if (earlier !== undefined && earlier !== path) void rm(earlier, { force: true });
    },
    /** Deletes the HLS segments of a converted film that are far from the playback position. */
    forgetFar(requestedIndex: number): void {
      for (const [name, path] of paths) {
        const index = Number(/-(\d+)\.ts$/.exec(name)?.[1]);
        if (index >= requestedIndex - behindSegments && index <= requestedIndex + 2 * aheadSegments) continue;
        paths.delete(name);
        void rm(path, { force: true });
      }
    },
  };
}
