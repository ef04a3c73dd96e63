import { availableParallelism } from 'node:os';
import type { Confinement } from '../../../../platform/programs/confinement.ts';
import type { ProgramLimits } from '../../../../platform/programs/limits.ts';
import type { Programs } from '../../../../platform/programs/programs.ts';

/** The converter of this machine: ffmpeg and ffprobe of one package, and their confinement. */
export interface Converter {
  ffmpeg: string;
  ffprobe: string;
  /** As it names itself: `5.1.9`. */
  version: string;
  confinement: Confinement;
}

export type ConverterPrograms = Programs<'ffmpeg' | 'ffprobe'>;

const gigabyte = 2 ** 30;
/** A loopback address is valid no longer, so no conversion lasts longer. */
const longestConversionSeconds = 12 * 3_600;

/**
 * What ffprobe and ffmpeg may take, by what they do. Measured with two cores on a film of 3840 × 2160 in HEVC of ten bits: inspecting
 * it takes less than 50 MB, copying it less than 100 MB, encoding it anew between 400 and 800 MB. More cores take more.
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

/** Finds out whether ffmpeg and ffprobe run here, confined. */
export async function findConverter(programs: ConverterPrograms): Promise<Converter | undefined> {
  const found = await programs.open();
  if (found === undefined) return undefined;
  const version = /^ffmpeg version (\S+)/.exec(found.versions.ffmpeg)?.[1] ?? '';
  return { ...found.paths, version, confinement: found.confinement };
}
