import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Loads a URL with wrk and returns how many requests and megabytes per second its server delivers.
 *
 * @param {string} url
 * @param {{ headers?: Record<string, string>, connections?: number, seconds?: number, script?: string, core?: number }} [options] -
 * `script`: a file in Lua that writes the requests; `core`: the processor core on which wrk runs
 * @returns {Promise<{ requestsPerSecond: number, megabytesPerSecond: number }>}
 * @throws when any answer was not a success: fast failures would count as throughput
 */
export async function load(url, options = {}) {
  const { headers = {}, connections = 32, seconds = 5, script, core } = options;
  // wrk gets a longer timeout than its default of two seconds, which a whole film exceeds on a busy machine.
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s'];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (script !== undefined) args.push('-s', script);
  const [program, ...before] = core === undefined ? ['wrk'] : ['taskset', '-c', String(core), 'wrk'];
  const { stdout } = await run(program, [...before, ...args, url]);
  const failures = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(stdout);
  if (failures !== null) throw new Error(`${url}: ${failures[0]}`);
  const requests = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const transfer = /Transfer\/sec:\s+([\d.]+)(KB|MB|GB)/.exec(stdout);
  if (transfer === null || !Number.isFinite(requests))
    throw new Error(`${url}: nothing was delivered:\n${stdout}`);
  const scale = { KB: 1 / 1_024, MB: 1, GB: 1_024 };
  return {
    requestsPerSecond: requests,
    megabytesPerSecond: Number(transfer[1]) * scale[transfer[2]],
  };
}

/**
 * Measures the product and a bare reference server, alternately, so that both run under the same conditions, and
 * compares their medians.
 *
 * @param {number} rounds
 * @param {() => Promise<number>} ours - measures the product once
 * @param {() => Promise<number>} limit - measures the reference once
 */
export async function compare(rounds, ours, limit) {
  const a = [];
  const b = [];
  for (let round = 0; round < rounds; round += 1) {
    b.push(await limit());
    a.push(await ours());
  }
  const [mine, theirs] = [median(a), median(b)];
  return { ours: mine, limit: theirs, ratio: mine / theirs, ratios: a.map((value, at) => value / b[at]) };
}

/**
 * The median of measured values; of an even number of values, the higher of the middle two. @param {number[]} values
 */
export function median(values) {
  const sorted = values.toSorted((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Prints a measurement of the product and of its reference, with their ratio beside the goal.
 *
 * @param {string} what
 * @param {{ ours: number, limit: number, ratio: number }} result
 * @param {string} unit
 * @param {string} limitName
 * @param {number} [goal] - the lowest accepted ratio; by default any is
 * @returns {boolean} whether the goal is met
 */
export function report(what, { ours, limit, ratio }, unit, limitName, goal = 0) {
  const isMet = ratio >= goal;
  const verdict = goal === 0 ? '' : ` (goal ≥ ${goal}) ${isMet ? 'ok' : 'BELOW GOAL'}`;
  console.log(
    `${what}: ${ours.toFixed(0)} ${unit}, ${limitName} ${limit.toFixed(0)} ${unit}, ratio ${ratio.toFixed(2)}${verdict}`,
  );
  return isMet;
}
