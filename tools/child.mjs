import { spawn } from 'node:child_process';

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
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options] - `show` lets the program write to the
 * terminal instead of collecting its output
 * @returns {Promise<ChildResult>}
 */
export function runChild(program, args, { cwd, env, show = false } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: 127, output: output + error.message }));
    child.on('close', (code) => resolve({ code: code ?? 128, output }));
  });
}
