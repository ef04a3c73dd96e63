import { readdir, readFile } from 'node:fs/promises';

/** The kernel counts processor time in hundredths of a second. */
const ticksPerSecond = 100;
const everyMs = 5_000;

/** The names under which processor time is counted that the measurement did not use, but lacked. */
export const elsewhere = { programs: 'otros programas', host: 'robados a la máquina' };

/**
 * What was read at a moment: of each server its memory in MB, event loop lag in ms and counts of handles and open files;
 * and the processor seconds that each group of processes has used so far.
 *
 * @typedef {{ atMs: number, servers: (ServerSample | undefined)[], cpuSeconds: Record<string, number> }} Sample
 * @typedef {{ rss: number, heap: number, lagP99: number, handles: number, files: number, requests: number }} ServerSample
 */

/** How many cores each group of processes used on average. @param {Sample[]} samples @returns {[string, number][]} */
export function processorShares(samples) {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last === first) return [];
  const seconds = (last.atMs - first.atMs) / 1_000;
  const names = new Set([...Object.keys(first.cpuSeconds), ...Object.keys(last.cpuSeconds)]);
  return [...names]
    .map((name) => [
      name,
      Math.max(0, (last.cpuSeconds[name] ?? 0) - (first.cpuSeconds[name] ?? 0)) / seconds,
    ])
    .filter(([, share]) => share >= 0.005)
    .toSorted(([, one], [, other]) => other - one);
}

/**
 * Reads `/metrics` of servers and `/proc` every five seconds. A server that does not answer is left out of the sample.
 *
 * @param {() => { url: string, pid: number }[]} listServers
 * @param {string} token - METRICS_TOKEN of the servers
 * @param {() => Record<string, number>} namedPids - further processes whose processor time is wanted, by name
 */
export function startSampling(listServers, token, namedPids) {
  /** @type {Sample[]} */
  const samples = [];
  const readProcessors = createProcessorReader();
  const sample = async () => {
    const atMs = Date.now();
    const servers = await Promise.all(
      listServers().map(({ url, pid }) => readServer(url, pid, token).catch(() => undefined)),
    );
    const pids = Object.fromEntries([
      ...listServers().map(({ pid }, index) => [pid, `servidor ${index + 1}`]),
      ...Object.entries(namedPids()).map(([name, pid]) => [pid, name]),
    ]);
    samples.push({ atMs, servers, cpuSeconds: await readProcessors(pids) });
  };
  let last = sample();
  const timer = setInterval(() => {
    last = last.then(sample);
  }, everyMs);
  return {
    samples,
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}

/** @returns {Promise<ServerSample>} */
export async function readServer(url, pid, token) {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(4_000),
  });
  if (!response.ok) throw new Error(`/metrics: ${response.status}`);
  const text = await response.text();
  const valueOf = (name) => Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1]);
  // Its own requests for these figures are not counted.
  const counts = text.matchAll(/^http_request_duration_seconds_count\{(?![^}]*"\/metrics")[^}]*\} (\d+)$/gm);
  return {
    rss: valueOf('process_resident_memory_bytes') / 1_048_576,
    heap: valueOf('nodejs_heap_size_used_bytes') / 1_048_576,
    lagP99: valueOf('nodejs_eventloop_lag_p99_seconds') * 1_000,
    handles: valueOf('nodejs_active_handles_total'),
    files: (await readdir(`/proc/${pid}/fd`)).length,
    requests: [...counts].reduce((sum, [, count]) => sum + Number(count), 0),
  };
}

/**
 * Reads the processor seconds of the processes that descend from this one: by the given names (by process id), else by
 * program. A process that has ended keeps what it had used when it was last seen.
 */
export function createProcessorReader() {
  /** @type {Map<string, { name: string, seconds: number }>} */
  const known = new Map();
  /** @param {Record<string, string>} names @returns {Promise<Record<string, number>>} */
  return async (names) => {
    for (const { pid, startedAt, program, seconds } of await listDescendants()) {
      const name = names[pid] ?? (pid === process.pid ? 'medición y proveedor' : program);
      known.set(`${pid} ${startedAt}`, { name, seconds });
    }
    const sums = {};
    for (const { name, seconds } of known.values()) sums[name] = (sums[name] ?? 0) + seconds;
    const own = Object.values(sums).reduce((sum, seconds) => sum + seconds, 0);
    return { ...sums, ...(await readMachine(own)) };
  };
}

/**
 * The processor seconds of everything else on the machine, and those that the machine's host has kept for others (steal).
 *
 * @param {number} ownSeconds
 */
async function readMachine(ownSeconds) {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user, nice, system, , , irq, softirq, steal] = line.split(/ +/).slice(1).map(Number);
  const busySeconds = (user + nice + system + irq + softirq) / ticksPerSecond;
  return { [elsewhere.programs]: busySeconds - ownSeconds, [elsewhere.host]: steal / ticksPerSecond };
}

/** The processes that descend from this one, and this one itself. */
export async function listDescendants() {
  const all = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [, program, rest] = /\((.*)\) (.*)/s.exec(text) ?? [];
    if (rest === undefined) continue;
    const fields = rest.split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    all.push({
      pid: Number(name),
      program,
      parent: Number(fields[1]),
      startedAt: fields[19],
      seconds: ticks / ticksPerSecond,
    });
  }
  const found = new Set([process.pid]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}
