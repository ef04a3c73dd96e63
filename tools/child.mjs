import { spawn } from 'node:child_process';
import os from 'node:os';
import { inRoot } from './paths.mjs';

/**
 * How a child process ended.
 *
 * @typedef {object} ChildResult
 * @property {number} code - exit code; 127 when the program does not exist or cannot be started, 128 when a signal
 * ended it
 * @property {string} output - standard output and standard error in order; empty when the program wrote directly to the
 * terminal
 */

/**
 * Runs a program as a child process to its end, without standard input. It never throws: the result tells a failure by
 * its exit code.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, niceness?: number }} [options] - `show` lets the
 * program write to the terminal instead of collecting its output; `niceness` (0 to 19) lowers the priority of the
 * program and of the programs that it starts
 * @returns {Promise<ChildResult>}
 */
export function runChild(program, args, { cwd, env, show = false, niceness = 0 } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    if (niceness > 0 && child.pid !== undefined) lowerPriority(child.pid, niceness);
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: 127, output: output + error.message }));
    child.on('close', (code) => resolve({ code: code ?? 128, output }));
  });
}

/**
 * Runs a script of this repository to its end; it may import TypeScript, and writes to the terminal.
 *
 * @param {string} script - its path from the repository's root
 * @param {readonly string[]} args
 */
export const runScript = (script, args) =>
  runChild(process.execPath, ['--import', inRoot('tools/typescript.mjs'), inRoot(script), ...args], {
    show: true,
  });

/** Lowers the priority of a process that has just been started. @param {number} pid @param {number} niceness */
function lowerPriority(pid, niceness) {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // The process keeps its priority, or has ended already; its exit code tells how.
  }
}
