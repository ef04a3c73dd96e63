/*
 * Finds the programs that read data of providers (ffmpeg, ffprobe) once, and confines them in the strictest way in
 * which all of them run.
 */
import type { Server } from 'node:net';
import { withDeadline } from '../async/deadline.ts';
import { createLazy } from '../async/single-flight.ts';
import type { Log } from '../log.ts';
import { confinementKinds, openConfinement, type Confinement, type ConfinementKind } from './confinement.ts';
import { findProgram } from './find-program.ts';
import { runProgram } from './run-program.ts';

/** Programs (ffmpeg, ffprobe) that were found and run on this machine, with their confinement (sandbox). */
export interface ConfinedPrograms<Name extends string> {
  /** The absolute paths of the confined programs (ffmpeg, ffprobe), on Windows their names. */
  paths: Readonly<Record<Name, string>>;
  /** What each confined program (ffmpeg, ffprobe) printed for `-version`. */
  versions: Readonly<Record<Name, string>>;
  confinement: Confinement;
}

export interface Programs<Name extends string> extends AsyncDisposable {
  /**
   * Finds and tries the programs (ffmpeg, ffprobe) once; returns `undefined` when one of them is missing or cannot be
   * confined.
   */
  open(): Promise<ConfinedPrograms<Name> | undefined>;
  /**
   * Opens a listener of this server that the confined programs (ffmpeg, ffprobe) can reach.
   *
   * @returns `undefined` when the programs share this machine's network; `ended` resolves when a new listener must be
   * opened
   */
  openListener(): Promise<{ server: Server; ended: Promise<void> } | undefined>;
}

const versionLimits = { memoryBytes: 2 ** 30, cpuSeconds: 5, openFiles: 64, fileBytes: 0 };
const versionWithinMs = 5_000;
const versionLimitBytes = 65_536;

/**
 * Creates an object that finds, tries and confines programs such as ffmpeg.
 *
 * @param needs.names - names to look up in the PATH, or paths
 * @param needs.kinds - the kinds of confinement to try, the strictest first; default: those of this system
 */
export function createPrograms<Name extends string>(needs: {
  names: Readonly<Record<Name, string>>;
  workDir: string;
  hiddenDir: string;
  log: Log;
  kinds?: readonly ConfinementKind[] | undefined;
}): Programs<Name> {
  const { workDir, hiddenDir, log } = needs;
  const names = Object.entries(needs.names) as [Name, string][];
  let firstKind: ConfinementKind | undefined;
  let isClosed = false;

  async function find(): Promise<ConfinedPrograms<Name> | undefined> {
    const found = await Promise.all(
      names.map(async ([key, name]) => [key, await findProgram(name)] as const),
    );
    if (found.some(([, path]) => path === undefined)) return undefined;
    const paths = Object.fromEntries(found) as Record<Name, string>;
    const programPaths = Object.values<string>(paths);
    // A later attempt uses the same kind of sandbox as the first: the server has reported it to the operator at start,
    // and must not replace it by a weaker one.
    const kinds = firstKind === undefined ? (needs.kinds ?? confinementKinds()) : [firstKind];
    for (const kind of kinds) {
      const confined = await tryKind(kind, paths, programPaths);
      if (confined === undefined) continue;
      firstKind = kind;
      return confined;
    }
    return undefined;
  }

  async function tryKind(
    kind: ConfinementKind,
    paths: Record<Name, string>,
    programPaths: readonly string[],
  ): Promise<ConfinedPrograms<Name> | undefined> {
    let confinement: Confinement | undefined;
    try {
      confinement = await openConfinement(kind, { workDir, hiddenDir, programPaths });
      const versions = await readVersions(confinement, paths);
      if (versions !== undefined) return { paths, versions, confinement };
      log.warn({ kind }, 'programs do not run in this confinement');
    } catch (error) {
      log.warn({ kind, err: error }, 'programs cannot be confined in this way');
    }
    await confinement?.[Symbol.asyncDispose]();
    return undefined;
  }

  async function open(): Promise<ConfinedPrograms<Name> | undefined> {
    const found = await find();
    if (isClosed) await found?.confinement[Symbol.asyncDispose]();
    if (found !== undefined) void forgetWhenEnded(found.confinement);
    // The programs (ffmpeg, ffprobe) could be started before, so this failure may be temporary, and the next call tries
    // again.
    else if (firstKind !== undefined) opened.forget();
    return isClosed ? undefined : found;
  }

  async function forgetWhenEnded(confinement: Confinement): Promise<void> {
    await confinement.ended;
    if (isClosed) return;
    log.warn('the namespace of the programs has gone; the next program gets a new one');
    opened.forget();
  }

  const opened = createLazy(open);

  return {
    open: opened.get,
    async openListener() {
      const found = await opened.get();
      const server = found?.confinement.listener;
      return server && { server, ended: found.confinement.ended };
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const found = await opened.peek();
      await found?.confinement[Symbol.asyncDispose]();
    },
  };
}

/** Reads what each confined program prints for `-version`; returns `undefined` when one of them fails. */
async function readVersions<Name extends string>(
  confinement: Confinement,
  paths: Record<Name, string>,
): Promise<Record<Name, string> | undefined> {
  const printed = await Promise.all(
    (Object.keys(paths) as Name[]).map(async (key) => {
      const run = {
        program: paths[key],
        args: ['-version'],
        limits: versionLimits,
        outputLimitBytes: versionLimitBytes,
      };
      const { code, output } = await withDeadline(undefined, versionWithinMs, (signal) =>
        runProgram(confinement, run, signal),
      );
      return [key, code === 0 ? output : undefined] as const;
    }),
  );
  if (printed.some(([, output]) => output === undefined)) return undefined;
  return Object.fromEntries(printed) as Record<Name, string>;
}
