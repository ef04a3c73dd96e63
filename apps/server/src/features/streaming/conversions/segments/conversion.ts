/*
 * The conversion of one film into HLS, for all devices that play the film. An ffmpeg writes segments in order, up to a few
 * ahead of the last requested one, and is then paused. Whoever requests a segment that exists, or that a running ffmpeg will
 * soon write, gets it from there. A request for a segment far ahead or behind, or for another audio track, starts a new
 * ffmpeg at that segment, which takes the place of the device's earlier one unless others follow that; every ffmpeg cuts at
 * the boundaries of the same plan, so their segments fit together. Each ffmpeg writes into a folder of its own, because a
 * file that is being sent must not change. Where a hardware encoder fails or hangs, the processor goes on at the first segment that is
 * not whole, for the same viewers, whose requests wait on. Segments far from all playback positions are deleted.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSemaphore } from '../../../../platform/async/semaphore.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { askAgain } from '../ffmpeg/ask-again.ts';
import { hasSoundApart, isSequential, mainSound, type TrackName } from './conversion-playlists.ts';
import { readWriteError, storageFull } from '../ffmpeg/disk-room.ts';
import { ffmpegArguments, segmentFile, soundsOf } from './ffmpeg-arguments.ts';
import type { ProgramInput } from '../ffmpeg/input-options.ts';
import { createOutputWaiters } from './output-waiters.ts';
import type { ConversionPlan } from './plan-conversion.ts';
import { withEncoder, type EncoderChoice, type FoundEncoder } from '../encoders/video-encoder.ts';
import { encoderSilentMs, watchEncoder, type EncoderWatch } from '../encoders/watch-encoder.ts';
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
   * @param asker.viewer - names the device that plays the film
   * @throws AppError `upstream.unreachable`, `upstream.timeout`, `server.storage_full`, `conversion.busy` where the machine
   * has no room for another ffmpeg, or `server.unavailable` when the signal aborts or the conversion is ended
   */
  segment(track: TrackName, index: number, asker: { viewer: string; signal: AbortSignal }): Promise<string>;
}

/** An address at which an ffmpeg reads the source, and what the source's server has answered there. */
export interface OpenedInput {
  input: ProgramInput;
  /** Why the source's server did not deliver to ffmpeg, if it did not. */
  upstreamFailure(): AppError | undefined;
  /** Whether ffmpeg waits for the source's server, which has sent nothing for seconds, or never. */
  isSilent(): boolean;
  /** Whether the source is known to be a file with an end. */
  hasEnd(): boolean;
  end(): void;
}

/** What a conversion is made with. */
export interface CreationNeeds {
  converter: Converter;
  /** The folder that it writes to. */
  folder: string;
  hasRoom(): Promise<boolean>;
  /** Opens an address for one ffmpeg at a time. @param isFor - whether it reads for a viewer; by default for all */
  openInput(isFor?: (viewer: string) => boolean): Promise<OpenedInput>;
  /** Makes room for one ffmpeg more than the first one. @throws AppError `conversion.busy` */
  makeRoom(): Promise<void>;
}

/** What a conversion by one ffmpeg works with. */
export type ConversionNeeds = Pick<CreationNeeds, 'converter' | 'folder' | 'hasRoom'> &
  Pick<OpenedInput, 'input' | 'upstreamFailure' | 'isSilent' | 'hasEnd'>;

/** A running conversion of a file or a channel by ffmpeg. */
export interface Convertible extends AsyncDisposable {
  /** Whether the conversion will make no more segments (because the disk is full, say). */
  isOver(): boolean;
  /** How long a device has the conversion without requests, in ms; by default as long as the limits of the pool say. */
  keptMs?: number | undefined;
  /** How many ffmpegs the conversion has; by default one. */
  countRuns?(): number;
  /** Called when a device no longer has the conversion. */
  leave?(viewer: string): void;
}

interface Run {
  process: FfmpegRun;
  reader: Reader;
  folder: string;
  /** What encodes instead of the processor. */
  encoder: FoundEncoder | undefined;
  watch?: EncoderWatch | undefined;
  /** The encoder that has failed, until a segment of the processor has shown that it was to blame. */
  replaced: FoundEncoder | undefined;
  /** The file of each track's newest segment, where a failing encoder may have cut it short. */
  held: Map<TrackName, string>;
  sound: number | undefined;
  from: number;
  /** For each track, the number of the segment that ffmpeg is writing now. */
  next: Map<TrackName, number>;
  end: 'complete' | 'failed' | undefined;
  /** The viewers whose requests wait for a segment of it, once for each request. */
  waiting: Viewer[];
}

/** What an ffmpeg reads; the ffmpeg that takes the place of another one of the same viewer reads on at the same address. */
interface Reader {
  input: OpenedInput;
  /** The ffmpeg that reads now; until it runs, the viewer for whom it is started. */
  by: Run | Viewer;
}

/** A device that plays the film. */
interface Viewer {
  name: string;
  /** The stream index of the audio track that it plays. */
  sound: number | undefined;
  requestedIndex: number;
}

/** @param needs.encoders - which hardware encoder there is; by default none */
export function createConversion(
  needs: CreationNeeds & {
    plan: ConversionPlan;
    encoders?: EncoderChoice | undefined;
    clock: Pick<Clock, 'steadyMs' | 'every'>;
  },
): Conversion {
  const { plan } = needs;
  const finished = createFinishedSegments();
  const waiters = createOutputWaiters<{ name: string; run: Run }, string>(segmentWithinMs);
  const viewers = new Map<string, Viewer>();
  /** The ffmpegs that have not ended. */
  const runs = new Set<Run>();
  const ending = new Set<Promise<void>>();
  let starts = 0;
  /** How many ffmpegs are about to run: one at a time. */
  let starting: 0 | 1 = 0;
  // Only one request at a time looks for an ffmpeg that will write its segment, so that two requests cannot both start
  // a new ffmpeg.
  const searches = createSemaphore({ running: 1 });
  let isClosed = false;
  let isFull = false;
  /** Whether a hardware encoder has failed with this film, which the processor then encodes from there on. */
  let isLeftToProcessor = false;

  const follows = (viewer: Viewer, run: Run): boolean =>
    run.waiting.includes(viewer) || (nearestRun(viewer, runs) === run && isNear(viewer, run, plan));
  const followers = (run: Run): Viewer[] => [...viewers.values()].filter((viewer) => follows(viewer, run));

  /** Ends the ffmpegs that nobody needs, or nobody but a given viewer. @returns what they read */
  function endUnneeded(but?: Viewer): Reader[] {
    const unneeded = [...runs].filter((run) => followers(run).every((viewer) => viewer === but));
    for (const run of unneeded) {
      run.process.kill();
      runs.delete(run);
    }
    return unneeded.map(({ reader }) => reader);
  }

  async function start(from: number, viewer: Viewer): Promise<Run> {
    // The provider knows the connection of a viewer who seeks by its address, which therefore stays the same.
    const [known, ...spare] = endUnneeded(viewer);
    for (const { input } of spare) input.end();
    if (known !== undefined) known.by = viewer;
    try {
      if (runs.size > 0) await needs.makeRoom();
      starting = 1;
      return await startAt(from, viewer, known);
    } catch (error) {
      known?.input.end();
      throw error;
    } finally {
      starting = 0;
    }
  }

  async function startAt(from: number, viewer: Viewer, known: Reader | undefined): Promise<Run> {
    starts += 1;
    const folder = join(needs.folder, String(starts));
    await needs.converter.confinement.makeFolder(folder).catch((error: unknown) => {
      throw readWriteError(error);
    });
    isFull = !(await needs.hasRoom());
    if (isFull) throw storageFull();
    const encoder = await chooseEncoder();
    const reader = known ?? (await openReader(viewer, { ...needs, viewers, follows }));
    if (isClosed || needs.converter.confinement.isEnded()) {
      reader.input.end();
      throw askAgain();
    }
    const usable = encoder?.confinement.isEnded() === true ? undefined : encoder;
    const run = openRun({ ...needs, reader, folder, encoder: usable }, { from, sound: viewer.sound }, finish);
    reader.by = run;
    runs.add(run);
    if (usable !== undefined) run.watch = watchRun(run);
    const ended = noteEnd(run);
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
    return run;
  }

  /** Kills an ffmpeg of whose hardware encoder nothing comes any more, so that the processor takes its place. */
  function watchRun(by: Run): EncoderWatch {
    const { process, reader } = by;
    const watch = watchEncoder({
      clock: needs.clock,
      silentMs: encoderSilentMs.segments,
      isExcused: () => process.isPaused() || reader.input.isSilent(),
      onHang: process.kill,
    });
    void process.ended.then(watch[Symbol.dispose]);
    return watch;
  }

  const chooseEncoder = async (): Promise<FoundEncoder | undefined> =>
    plan.mode === 'transcode' && !isLeftToProcessor ? needs.encoders?.choose() : undefined;

  const isOver = (): boolean => isClosed || isFull || needs.converter.confinement.isEnded();

  /** Lets the processor go on where a hardware encoder has failed. @returns whether it does */
  async function replaceEncoder(by: Run): Promise<boolean> {
    isLeftToProcessor = true;
    starts += 1;
    const folder = join(needs.folder, String(starts));
    const makeFolder = needs.converter.confinement.makeFolder(folder);
    const isMade = await makeFolder.then(...yesOrNo);
    if (!isMade || isOver() || !runs.has(by)) return false;
    try {
      goOnInSoftware({ ...needs, folder }, by, finish);
    } catch {
      // The system refuses to start a program while it lacks memory, or the sandbox has just ended.
      return false;
    }
    regulate();
    return true;
  }

  async function noteEnd(by: Run): Promise<void> {
    const end = await by.process.ended;
    isFull ||= end === 'failed' && !(await needs.hasRoom());
    if (end === 'failed' && runs.has(by) && !isOver() && isEncoderSuspect(by)) {
      await deleteUnfinished(by);
      if (await replaceEncoder(by)) return noteEnd(by);
    }
    if (end === 'complete') for (const fileName of by.held.values()) release(by, fileName);
    by.end = end;
    runs.delete(by);
    // When ffmpeg has ended (end of file, failed upstream or full disk), requests that still wait for its segments
    // fail.
    const reason = isFull ? storageFull() : failureOf(by.reader.input);
    waiters.settle(({ run: waited }) => waited === by, reason);
    if (by.reader.by === by) by.reader.input.end();
    await deleteUnfinished(by);
  }

  const finish = (by: Run, fileName: string, durationSeconds: number): void => {
    by.watch?.note();
    for (const whole of takeWhole(by, fileName, { plan, durationSeconds })) release(by, whole);
  };

  /** Gives a whole segment to those who wait for it. */
  function release(by: Run, fileName: string): void {
    const { track, number } = readSegmentFile(fileName);
    if (track === undefined || number === undefined) return;
    by.next.set(track, number + 1);
    if (by.replaced !== undefined) needs.encoders?.noteFailure(by.replaced);
    by.replaced = undefined;
    const path = join(by.folder, fileName);
    finished.add(fileName, path);
    waiters.settle(({ name }) => name === fileName, path);
    regulate();
  }

  /**
   * Pauses each ffmpeg that has written enough segments ahead of the last one that its viewers have requested, and resumes
   * the others.
   */
  function regulate(): void {
    for (const run of runs) {
      const reached = Math.min(...run.next.values());
      const requested = Math.max(...followers(run).map(({ requestedIndex }) => requestedIndex));
      if (reached - requested > aheadSegments) run.process.pause();
      else run.process.resume();
    }
  }

  async function findRun(track: TrackName, index: number, viewer: Viewer): Promise<Run | string> {
    const path = finished.get(segmentFile(track, index));
    if (path !== undefined) return path;
    if (viewers.get(viewer.name) !== viewer) throw askAgain();
    if (!isSequential(plan)) {
      return [...runs].find((run) => reaches(run, track, index)) ?? start(index, viewer);
    }
    // The file can be read only from its beginning. An ffmpeg that has not passed the segment yet will come to it.
    const before = [...runs].filter((run) => index >= nextOf(run, track));
    return before.toSorted((one, other) => nextOf(other, track) - nextOf(one, track))[0] ?? start(0, viewer);
  }

  async function waitFor(name: string, by: Run, viewer: Viewer, signal: AbortSignal): Promise<string> {
    const path = finished.get(name);
    if (path !== undefined) return path;
    if (by.end !== undefined) throw failureOf(by.reader.input);
    by.waiting.push(viewer);
    regulate();
    try {
      return await waiters.wait({ name, run: by }, signal);
    } finally {
      by.waiting.splice(by.waiting.indexOf(viewer), 1);
    }
  }

  /** Notes where in the film a viewer is. */
  function note(name: string, track: TrackName, index: number): Viewer {
    const known = viewers.get(name);
    const viewer = known ?? { name, sound: mainSound(plan)?.index, requestedIndex: index };
    viewers.set(name, viewer);
    if (track.startsWith('a')) viewer.sound = Number(track.slice(1));
    viewer.requestedIndex = index;
    return viewer;
  }

  return {
    async segment(track, index, { viewer: name, signal }) {
      if (isClosed) throw askAgain();
      const viewer = note(name, track, index);
      const run = await searches.run(async () =>
        signal.aborted ? undefined : findRun(track, index, viewer),
      );
      // A viewer who has come to where another one is needs the own ffmpeg no longer.
      if (starting === 0) for (const { input } of endUnneeded()) input.end();
      regulate();
      finished.forgetFar([...viewers.values()].map(({ requestedIndex }) => requestedIndex));
      if (run === undefined) throw askAgain();
      return typeof run === 'string' ? run : waitFor(segmentFile(track, index), run, viewer, signal);
    },
    keptMs: isSequential(plan) ? sequentialKeptMs : undefined,
    countRuns: () => runs.size + starting,
    leave(name) {
      viewers.delete(name);
      for (const { input } of endUnneeded()) input.end();
    },
    isOver: () => isFull || needs.converter.confinement.isEnded(),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      waiters.settle(() => true, askAgain());
      // A request that still looks for an ffmpeg to write its segment may start one, so closing the conversion waits
      // for that request before it kills ffmpeg.
      await searches.run(async () => undefined);
      for (const run of runs) run.process.kill();
      await Promise.all(ending);
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
  {
    converter,
    plan,
    reader,
    folder,
    encoder,
  }: CreationNeeds & { plan: ConversionPlan; reader: Reader; encoder: FoundEncoder | undefined },
  { from, sound }: { from: number; sound: number | undefined },
  onFinished: (run: Run, fileName: string, durationSeconds: number) => void,
): Run {
  const sounds = hasSoundApart(plan) ? soundsOf(plan, sound) : [];
  const tracks: TrackName[] = ['v', ...sounds.map(({ index }): TrackName => `a${index}`)];
  const run: Run = {
    process: runFfmpeg({
      converter: withEncoder(converter, encoder),
      args: ffmpegArguments(plan, { from, sound }, reader.input.input, converter, encoder),
      folder,
      mode: plan.mode,
      onFinished: (fileName, durationSeconds) => onFinished(run, fileName, durationSeconds),
    }),
    reader,
    folder,
    encoder,
    replaced: undefined,
    held: new Map(),
    sound,
    from,
    next: new Map(tracks.map((track) => [track, from])),
    end: undefined,
    waiting: [],
  };
  return run;
}

/** Opens what an ffmpeg reads that is started for a viewer. */
async function openReader(
  viewer: Viewer,
  needs: Pick<CreationNeeds, 'openInput'> & {
    viewers: ReadonlyMap<string, Viewer>;
    follows(viewer: Viewer, run: Run): boolean;
  },
): Promise<Reader> {
  const reader: { by: Run | Viewer } = { by: viewer };
  const input = await needs.openInput((name) => {
    const { by } = reader;
    const named = needs.viewers.get(name);
    return named !== undefined && ('process' in by ? needs.follows(named, by) : named === by);
  });
  return Object.assign(reader, { input });
}

/** Whether an ffmpeg that has failed by itself may have done so because of its hardware encoder. */
const isEncoderSuspect = ({ encoder, reader }: Run): boolean =>
  encoder !== undefined && reader.input.upstreamFailure() === undefined;

const yesOrNo = [() => true, () => false] as const;

/** Replaces an ffmpeg by one without its hardware encoder, which begins at the first segment that is not whole. */
function goOnInSoftware(
  needs: CreationNeeds & { plan: ConversionPlan },
  by: Run,
  onFinished: (run: Run, fileName: string, durationSeconds: number) => void,
): void {
  const from = isSequential(needs.plan) ? 0 : Math.min(...by.next.values());
  const { process, next } = openRun(
    { ...needs, reader: by.reader, encoder: undefined },
    { from, sound: by.sound },
    (_started, ...finished) => onFinished(by, ...finished),
  );
  const { folder } = needs;
  Object.assign(by, {
    process,
    next,
    folder,
    from,
    encoder: undefined,
    watch: undefined,
    replaced: by.encoder,
  });
  by.held.clear();
}

/** How much shorter than planned a whole segment may be, in seconds: frames do not begin exactly at its boundaries. */
const toleratedSeconds = 0.25;

/**
 * Returns the segments that are known to be whole now that ffmpeg has finished one. Some versions of ffmpeg close the segment in
 * which an encoder fails like any other, so a short one is whole only when another one follows it.
 */
function takeWhole(
  by: Run,
  fileName: string,
  { plan, durationSeconds }: { plan: ConversionPlan; durationSeconds: number },
): string[] {
  const { track, number } = readSegmentFile(fileName);
  if (track === undefined || number === undefined) return [];
  const held = by.held.get(track);
  by.held.delete(track);
  const before = held === undefined ? [] : [held];
  const plannedSeconds = (plan.boundaries[number + 1] ?? 0) - (plan.boundaries[number] ?? 0);
  if (by.encoder === undefined || durationSeconds >= plannedSeconds - toleratedSeconds)
    return [...before, fileName];
  by.held.set(track, fileName);
  return before;
}

function readSegmentFile(fileName: string): { track?: TrackName; number?: number } {
  const [, track, number] = /^([va]\d*)-(\d+)\.ts$/.exec(fileName) ?? [];
  return track === undefined ? {} : { track: track as TrackName, number: Number(number) };
}

/** Whether a running ffmpeg will write a given segment soon enough to wait for it. */
function reaches(by: Run, track: TrackName, index: number): boolean {
  if (by.end === 'failed' || !by.next.has(track)) return false;
  const next = nextOf(by, track);
  return index >= next && index <= next + aheadSegments && by.end === undefined;
}

/** Finds the ffmpeg that a viewer needs: the one that writes nearest to the playback position, with the viewer's sound. */
function nearestRun({ sound, requestedIndex }: Viewer, runs: ReadonlySet<Run>): Run | undefined {
  const distance = (run: Run) => Math.abs(nextOf(run, 'v') - requestedIndex);
  const sameSound = [...runs].filter((run) => run.sound === sound);
  const candidates = sameSound.length > 0 ? sameSound : [...runs];
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0];
}

/**
 * Whether an ffmpeg still writes for a viewer: segments around the playback position, or, in a film that can be read only from
 * its beginning, those on the way there. A viewer who is anywhere else makes it neither go on nor stay.
 */
function isNear({ requestedIndex }: Viewer, by: Run, plan: ConversionPlan): boolean {
  const next = nextOf(by, 'v');
  if (requestedIndex < next - (behindSegments + aheadSegments + 1)) return false;
  return isSequential(plan) || requestedIndex <= next + aheadSegments;
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
    /** Deletes the HLS segments of a converted film that are far from all playback positions. */
    forgetFar(requested: readonly number[]): void {
      for (const [name, path] of paths) {
        const index = Number(/-(\d+)\.ts$/.exec(name)?.[1]);
        if (requested.some((at) => index >= at - behindSegments && index <= at + 2 * aheadSegments)) continue;
        paths.delete(name);
        void rm(path, { force: true });
      }
    },
  };
}
