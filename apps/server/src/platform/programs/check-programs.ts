/*
 * One check whether programs such as ffmpeg run on this machine, in the strictest confinement in which all of them do. Only
 * a refusal by the system leads to the next kind of confinement. A kind that is merely slow ends the check without an answer:
 * on a machine that is still starting, a weaker kind would be faster, and would be kept for as long as the server runs.
 */
import { withDeadline } from '../async/deadline.ts';
import type { Log } from '../log.ts';
import { openConfinement, type Confinement, type ConfinementKind } from './confinement.ts';
import { findProgram } from './find-program.ts';
import { isNoAnswer, NoAnswerError } from './no-answer.ts';
import { runProgram } from './run-program.ts';

/** Programs (ffmpeg, ffprobe) that were found and run on this machine, with their confinement (sandbox). */
export interface ConfinedPrograms<Name extends string> {
  /** The absolute paths of the confined programs (ffmpeg, ffprobe), on Windows their names. */
  paths: Readonly<Record<Name, string>>;
  /** What each confined program (ffmpeg, ffprobe) printed for `-version`. */
  versions: Readonly<Record<Name, string>>;
  confinement: Confinement;
}

/**
 * What is known of programs: how they run, or `undefined` when one of them is missing or cannot be confined. `unknown` when
 * the machine has not answered in time.
 */
export type FoundPrograms<Name extends string> = ConfinedPrograms<Name> | 'unknown' | undefined;

export interface ProgramCheck {
  kinds: readonly ConfinementKind[];
  /** How long each program may take to print its version, in ms. */
  withinMs: number;
  /** Ends the check and the programs that it has started. */
  signal: AbortSignal;
}

const versionLimits = { memoryBytes: 2 ** 30, cpuSeconds: 5, openFiles: 64, fileBytes: 0 };
const versionLimitBytes = 65_536;
/** Signals that say nothing of the program: they come from the system, when it lacks memory, or from the operator. */
const outsideSignals: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGXCPU', 'SIGTERM', 'SIGINT', 'SIGHUP'];
/** How long the system may at least take to open a namespace, in ms. */
const namespaceWithinMs = 10_000;

/** All processes of a check have ended when its promise settles. */
export function createCheckPrograms<Name extends string>(needs: {
  names: Readonly<Record<Name, string>>;
  workDir: string;
  hiddenDir: string;
  log: Log;
}): (check: ProgramCheck) => Promise<FoundPrograms<Name>> {
  const { workDir, hiddenDir, log } = needs;
  const names = Object.entries(needs.names) as [Name, string][];

  async function tryKind(
    kind: ConfinementKind,
    paths: Record<Name, string>,
    { withinMs, signal }: ProgramCheck,
  ): Promise<FoundPrograms<Name>> {
    let confinement: Confinement | undefined;
    try {
      confinement = await openConfinement(kind, {
        workDir,
        hiddenDir,
        programPaths: Object.values<string>(paths),
        openWithinMs: Math.max(withinMs, namespaceWithinMs),
        signal,
      });
      const versions = await readVersions(confinement, paths, { withinMs, signal });
      if (versions !== undefined) return { paths, versions, confinement };
      log.warn({ kind }, 'programs do not run in this confinement');
      await confinement[Symbol.asyncDispose]();
      return undefined;
    } catch (error) {
      await confinement?.[Symbol.asyncDispose]();
      const isLate = signal.aborted || isNoAnswer(error);
      const told = isLate
        ? 'programs have not been confined in time'
        : 'programs cannot be confined in this way';
      log.warn({ kind, err: error }, told);
      return isLate ? 'unknown' : undefined;
    }
  }

  return async (check) => {
    const found = await Promise.all(
      names.map(async ([key, name]) => [key, await findProgram(name)] as const),
    );
    if (found.some(([, path]) => path === undefined)) return undefined;
    const paths = Object.fromEntries(found) as Record<Name, string>;
    for (const kind of check.kinds) {
      const confined = await tryKind(kind, paths, check);
      if (confined !== undefined) return confined;
    }
    return undefined;
  };
}

/**
 * Reads what each confined program prints for `-version`.
 *
 * @returns `undefined` when one of them fails
 * @throws NoAnswerError when none of them fails, but one does not end in time, or is killed
 */
async function readVersions<Name extends string>(
  confinement: Confinement,
  paths: Record<Name, string>,
  within: Pick<ProgramCheck, 'withinMs' | 'signal'>,
): Promise<Record<Name, string> | undefined> {
  const keys = Object.keys(paths) as Name[];
  const ends = await Promise.allSettled(keys.map((key) => readVersion(confinement, paths[key], within)));
  const printed = ends.map((end) => (end.status === 'fulfilled' ? end.value : 'none'));
  if (confinement.isEnded()) throw new NoAnswerError('the namespace has ended');
  if (printed.includes(undefined)) return undefined;
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return Object.fromEntries(keys.map((key, index) => [key, printed[index]])) as Record<Name, string>;
}

/** @returns `undefined` when the program fails */
async function readVersion(
  confinement: Confinement,
  program: string,
  { withinMs, signal }: Pick<ProgramCheck, 'withinMs' | 'signal'>,
): Promise<string | undefined> {
  const run = {
    program,
    args: ['-version'],
    limits: versionLimits,
    outputLimitBytes: versionLimitBytes,
    // The program may be a script, whose own processes would go on when only the script is killed.
    hasOwnGroup: true,
  };
  const { code, killedBy, output } = await withDeadline(signal, withinMs, (deadline) =>
    runProgram(confinement, run, deadline),
  );
  if (killedBy !== null && outsideSignals.includes(killedBy)) throw new NoAnswerError('a program was killed');
  return code === 0 ? output : undefined;
}
