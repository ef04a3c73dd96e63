/**
 * What was measured of some answers: how many, percentiles of their latencies in ms, how many were a server's failure
 * (5xx) or failed otherwise (another status than 2xx or 3xx, or no answer).
 *
 * @typedef {{ count: number, p50: number, p95: number, p99: number, max: number, serverErrors: number, otherErrors:
 * number }} Figures
 */

/**
 * Collects the latency and the status of every answer, by kind and by the second for which its request was intended (in
 * `perSecond`, a failure by the second in which it was seen). Every value is kept, so that percentiles are exact.
 *
 * @param {readonly string[]} kinds
 */
export function createMeasurements(kinds) {
  const samples = new Map(
    kinds.map((kind) => [kind, { seconds: [], ends: [], latencies: [], statuses: [] }]),
  );
  return {
    /** @param {string} kind @param {number} second @param {number} latencyMs @param {number} status - 0: no answer */
    add(kind, second, latencyMs, status) {
      const known = samples.get(kind);
      known.seconds.push(Math.floor(second));
      known.ends.push(Math.floor(second + latencyMs / 1000));
      known.latencies.push(latencyMs);
      known.statuses.push(status);
    },
    /** The figures of each kind for the seconds from `from` up to `to`. @returns {Record<string, Figures>} */
    figures(from, to) {
      return Object.fromEntries(
        [...samples].map(([kind, { seconds, latencies, statuses }]) => {
          const chosen = [...seconds.keys()].filter((index) => seconds[index] >= from && seconds[index] < to);
          return [
            kind,
            figuresOf(
              chosen.map((index) => latencies[index]),
              chosen.map((index) => statuses[index]),
            ),
          ];
        }),
      );
    },
    /**
     * The figures of each kind in each second. A failure counts in the second in which it was seen, so that one of a
     * request that a killed server was answering counts as later than the kill.
     *
     * @returns {Record<string, (Figures & { second: number })[]>}
     */
    perSecond() {
      return Object.fromEntries(
        [...samples].map(([kind, { seconds, ends, latencies, statuses }]) => {
          /** @type {{ latencies: number[], statuses: number[] }[]} */
          const rows = [];
          const rowOf = (second) => (rows[second] ??= { latencies: [], statuses: [] });
          for (const [index, second] of seconds.entries()) {
            rowOf(second).latencies.push(latencies[index]);
            if (isFailure(statuses[index])) rowOf(ends[index]).statuses.push(statuses[index]);
          }
          return [
            kind,
            rows.flatMap((row, second) =>
              row ? [{ second, ...figuresOf(row.latencies, row.statuses) }] : [],
            ),
          ];
        }),
      );
    },
  };
}

const isServerError = (status) => status >= 500;
const isFailure = (status) => status < 200 || status >= 400;

/** @param {number[]} latencies @param {number[]} statuses @returns {Figures} */
function figuresOf(latencies, statuses) {
  const sorted = Float64Array.from(latencies).toSorted();
  const rank = (share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return {
    count: sorted.length,
    p50: rank(0.5),
    p95: rank(0.95),
    p99: rank(0.99),
    max: sorted.at(-1) ?? 0,
    serverErrors: statuses.filter(isServerError).length,
    otherErrors: statuses.filter((status) => isFailure(status) && !isServerError(status)).length,
  };
}

/**
 * How fast values grow: the slope of the straight line that fits them best (least squares).
 *
 * @param {readonly (readonly [number, number])[]} points - pairs of x and y
 */
export function slopeOf(points) {
  const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = meanOf(points.map(([x]) => x));
  const meanY = meanOf(points.map(([, y]) => y));
  let [shared, spread] = [0, 0];
  for (const [x, y] of points) {
    shared += (x - meanX) * (y - meanY);
    spread += (x - meanX) ** 2;
  }
  return spread === 0 ? 0 : shared / spread;
}
