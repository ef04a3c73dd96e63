/*
 * Tries a hardware encoder: one real second of video, encoded with the options of a conversion, inside the confinement in which
 * conversions run with it. Conversions rely on a keyframe wherever one is forced, and on each segment being complete by itself,
 * so the second half is decoded alone, and must show a picture. That an encoder is listed, or ends without an error, proves
 * neither.
 */
import { findPesStart, isRandomAccess, packetBytes, pidOf, ticksPerMs } from '@butaca/ts';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Confinement } from '../../../../platform/programs/confinement.ts';
import { NoAnswerError } from '../../../../platform/programs/no-answer.ts';
import { runProgram } from '../../../../platform/programs/run-program.ts';
import { programLimits } from '../ffmpeg/converter.ts';
import { encodePicture } from './encode-picture.ts';
import type { FoundEncoder } from './video-encoder.ts';

/** What runs ffmpeg for a trial. */
interface TrialNeeds {
  ffmpeg: string;
  /** The confinement (sandbox) without devices. */
  confinement: Confinement;
  clock: Pick<Clock, 'deadline'>;
  withinMs: number;
  signal: AbortSignal;
}

interface Trial extends TrialNeeds {
  encoder: FoundEncoder;
}

const limits = { ...programLimits.transcode, cpuSeconds: 60, fileBytes: 0 };
/** Eight times what a second takes at the bit rate that encoders get. */
const outputLimitBytes = 5_000_000;
const forcedAtMs = 500;
/** The test picture has 25 frames in a second: a keyframe one frame off would make segments overlap. */
const toleratedMs = 30;
const decodedPicture = { width: 16, height: 9 };
/** How far the darkest and the lightest part of the decoded test picture are apart at least; an empty one has no parts. */
const leastContrast = 40;

/** Lists the names of the encoders with which ffmpeg was built. @throws as `tryEncoder` does */
export async function listEncoders(needs: TrialNeeds): Promise<string[]> {
  const printed = await run(needs, needs.confinement, ['-hide_banner', '-v', 'quiet', '-encoders']);
  return [...(printed?.toString().matchAll(/^ V[A-Z.]{5} (\S{1,40})/gm) ?? [])].map(([, name = '']) => name);
}

/**
 * Tries whether an encoder makes of a test picture what conversions need.
 *
 * @throws Error that `isNoAnswer` accepts when it does not answer in time; the reason of the signal
 */
export async function tryEncoder(trial: Trial): Promise<boolean> {
  const encoded = await run(trial, trial.encoder.confinement, encodingArguments(trial.encoder));
  const secondHalf = encoded && findSecondHalf(encoded);
  if (secondHalf === undefined) return false;
  const picture = await run(trial, trial.confinement, decodingArguments, secondHalf);
  if (picture?.length !== decodedPicture.width * decodedPicture.height) return false;
  return Math.max(...picture) - Math.min(...picture) >= leastContrast;
}

/** @returns what ffmpeg has written; `undefined` when it failed */
async function run(
  { ffmpeg, clock, withinMs, signal }: TrialNeeds,
  confinement: Confinement,
  args: readonly string[],
  input?: Buffer,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  const program = {
    program: ffmpeg,
    args,
    limits,
    outputLimitBytes,
    onOutput: (chunk: Buffer) => void chunks.push(chunk),
    // ffmpeg may be a script, whose own processes would go on when only the script is killed.
    hasOwnGroup: true,
    ...(input !== undefined && { input }),
  };
  const { code, killedBy } = await withDeadline(
    signal,
    withinMs,
    (deadline) => runProgram(confinement, program, deadline),
    clock,
  );
  // The system kills programs when it lacks memory.
  if (killedBy === 'SIGKILL') throw new NoAnswerError('ffmpeg was killed');
  return code === 0 ? Buffer.concat(chunks) : undefined;
}

const quiet = ['-hide_banner', '-nostdin', '-v', 'quiet'];

function encodingArguments(encoder: FoundEncoder): string[] {
  const { opening, output } = encodePicture('scale=1280:-2', encoder);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25:duration=1'];
  const forced = ['-force_key_frames', String(forcedAtMs / 1_000)];
  return [...quiet, ...opening, ...picture, ...output, ...forced, '-f', 'mpegts', 'pipe:1'];
}

const decoding = ['-hide_banner', '-v', 'quiet', '-f', 'mpegts', '-i', 'pipe:0', '-frames:v', '1', '-vf'];
const shrinking = `scale=${decodedPicture.width}:${decodedPicture.height},format=gray`;
const decodingArguments = [...decoding, shrinking, '-f', 'rawvideo', 'pipe:1'];

/** Returns what begins with the second keyframe, behind its tables; `undefined` where that is not the forced one. */
function findSecondHalf(bytes: Buffer): Buffer | undefined {
  let tablesAt = 0;
  let firstTicks: number | undefined;
  for (let at = 0; at + packetBytes <= bytes.length; at += packetBytes) {
    const packet = bytes.subarray(at, at + packetBytes);
    if (pidOf(packet) === 0) tablesAt = at;
    const pes = findPesStart(packet);
    if (pes === undefined || !isRandomAccess(packet)) continue;
    if (firstTicks !== undefined) {
      const afterMs = (pes.ticks - firstTicks) / ticksPerMs;
      return Math.abs(afterMs - forcedAtMs) <= toleratedMs ? bytes.subarray(tablesAt) : undefined;
    }
    firstTicks = pes.ticks;
  }
  return undefined;
}
