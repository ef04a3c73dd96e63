/**
 * An error that the person at the terminal can act on: its message is printed as a whole sentence, without a stack
 * trace.
 */
export class Stop extends Error {}

/**
 * Runs the body of a command-line script. A thrown `Stop` ends the script with its sentence on standard error and exit
 * code 1; any other error is printed with its stack.
 *
 * @param {() => Promise<void>} body
 */
export async function runCommand(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/**
 * @param {number} milliseconds
 * @returns {string} seconds with one decimal, such as `3.4 s`
 */
export function inSeconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
