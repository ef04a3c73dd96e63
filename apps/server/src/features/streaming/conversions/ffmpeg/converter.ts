import { availableParallelism } from 'node:os';
import type { Confinement } from '../../../../platform/programs/confinement.ts';
import type { ProgramLimits } from '../../../../platform/programs/limits.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { ConfinedPrograms, Programs } from '../../../../platform/programs/programs.ts';

/** The converter of this machine: ffmpeg and ffprobe of one package, and the confinement (sandbox) that they run in. */
export interface Converter {
  ffmpeg: string;
  ffprobe: string;
  /** The version that ffmpeg reports, such as `5.1.9`. */
  version: string;
  /** Whether ffmpeg can turn HDR pictures into those that every screen shows: it is built with the library zimg. */
  canToneMap: boolean;
  confinement: Confinement;
}

export type ConverterPrograms = Programs<'ffmpeg' | 'ffprobe'>;
type FoundConverter = ConfinedPrograms<'ffmpeg' | 'ffprobe'>;

const gigabyte = 2 ** 30;
/**
 * How long one ffmpeg may run at most, in seconds: 12 hours, because the local address from which it fetches its source
 * expires then.
 */
const longestConversionSeconds = 12 * 3_600;

/**
 * Resource limits of ffprobe and ffmpeg for each task. Measured with two cores on a film of 3840 × 2160 in 10-bit HEVC:
 * inspecting takes less than 50 MB, copying less than 100 MB, transcoding between 400 and 800 MB. More cores take more
 * memory.
 */
export const programLimits = {
  look: { memoryBytes: gigabyte, cpuSeconds: 60, openFiles: 64, fileBytes: 0 },
  remux: { memoryBytes: gigabyte, cpuSeconds: 7_200, openFiles: 256, fileBytes: 2 * gigabyte },
  transcode: {
    memoryBytes: 4 * gigabyte,
    cpuSeconds: longestConversionSeconds * availableParallelism(),
    openFiles: 256,
    fileBytes: 2 * gigabyte,
  },
} as const satisfies Record<string, ProgramLimits>;

const retryAfterSeconds = 10;

/**
 * Finds out whether ffmpeg and ffprobe run on this machine inside their confinement (sandbox).
 *
 * @returns `undefined` when they do not; `unknown` while the machine does not answer
 */
export async function findConverter(programs: ConverterPrograms): Promise<Converter | 'unknown' | undefined> {
  const found = await programs.open();
  return typeof found === 'object' ? toConverter(found) : found;
}

/**
 * Returns the converter of this machine for a conversion or inspection that needs it.
 *
 * @returns `undefined` when ffmpeg and ffprobe do not run here
 * @throws AppError `conversion.starting` while it is not known whether they do
 */
export async function requireConverter(programs: ConverterPrograms): Promise<Converter | undefined> {
  const found = await findConverter(programs);
  if (found === 'unknown') throw new AppError('conversion.starting', { retryAfterSeconds });
  return found;
}

export function toConverter({ paths, versions, confinement }: FoundConverter): Converter {
  const version = /^ffmpeg version (\S+)/.exec(versions.ffmpeg)?.[1] ?? '';
  const canToneMap = versions.ffmpeg.includes('--enable-libzimg');
  return { ...paths, version, canToneMap, confinement };
}
