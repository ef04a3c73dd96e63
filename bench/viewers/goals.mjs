import { kinds } from './behaviour.mjs';
import { slopeOf } from './measurements.mjs';

/**
 * A measured value beside its goal.
 *
 * @typedef {{ what: string, value: number, unit: string, most?: number, least?: number, isMet: boolean }} Result
 */
const atMost = (what, value, unit, most) => ({ what, value, unit, most, isMet: value <= most });
const atLeast = (what, value, unit, least) => ({ what, value, unit, least, isMet: value >= least });

/** The figures of all kinds together that count failures. @param {Record<string, import('./measurements.mjs').Figures>} phase */
const failuresOf = (phase) =>
  Object.values(phase).reduce(
    (sum, { serverErrors, otherErrors }) => ({
      server: sum.server + serverErrors,
      other: sum.other + otherErrors,
    }),
    { server: 0, other: 0 },
  );

/** @param {import('./run-part.mjs').Part} part @returns {Result[]} */
export function judgeLoad({ run }) {
  const { load } = run.phases;
  const failures = failuresOf(load);
  return [
    ...Object.entries(kinds)
      .filter(([kind]) => load[kind].count > 0)
      .map(([kind, { name, goalMs }]) => atMost(`${name}, p99`, load[kind].p99, 'ms', goalMs)),
    atMost('Respuestas 5xx', failures.server, '', 0),
    atMost('Otras respuestas que no son un éxito, o que faltan', failures.other, '', 0),
  ];
}

/** The kinds of slow connections that the server cuts: how they are called, and how long one may last, in seconds. */
const slowKinds = {
  headers: { name: 'cabeceras lentas', mostSeconds: 15 },
  body: { name: 'un cuerpo lento', mostSeconds: 20 },
};

/**
 * @param {import('./run-part.mjs').Part} part
 * @param {Record<string, { opened: number, ended: number, longestSeconds: number }>} slow
 * @returns {Result[]}
 */
export function judgeSlow({ run }, slow) {
  const { before, slow: during } = run.phases;
  const failures = failuresOf(during);
  return [
    ...['save', 'home', 'page'].map((kind) =>
      atMost(
        `${kinds[kind].name}, p99 con conexiones lentas entre p99 sin ellas`,
        during[kind].p99 / before[kind].p99,
        '×',
        2,
      ),
    ),
    ...Object.entries(slowKinds).flatMap(([kind, { name, mostSeconds }]) => [
      atLeast(`Conexiones con ${name} que el servidor cortó`, slow[kind]?.ended ?? 0, '', 1),
      atMost(`La que más duró con ${name}`, slow[kind]?.longestSeconds ?? Infinity, 's', mostSeconds),
    ]),
    atMost('Respuestas 5xx a los demás', failures.server, '', 0),
    atMost('Otros fallos de los demás', failures.other, '', 0),
  ];
}

/** A value of the samples of a part over time, in seconds from its beginning. */
export const seriesOf = ({ run, samples }, key, server = 0) =>
  samples
    .map(({ atMs, servers }) => [(atMs - run.startedAtMs) / 1_000, servers[server]?.[key] ?? Number.NaN])
    .filter(([second]) => second >= 0);

/** @param {import('./run-part.mjs').Part} part @returns {Result[]} */
export function judgeSoak(part) {
  const [from, to] = lastTwoThirds(part);
  const pointsOf = (key) =>
    seriesOf(part, key).filter(([second, value]) => second >= from && second <= to && Number.isFinite(value));
  const perMinute = (key) => slopeOf(pointsOf(key).map(([second, value]) => [second / 60, value]));
  const failures = failuresOf(part.run.phases.soak);
  return [
    atMost(
      'Memoria (RSS): crecimiento en los últimos dos tercios',
      perMinute('rss'),
      'MB/min',
      memoryPerMinute(to),
    ),
    atMost('Objetos abiertos (handles): crecimiento', perMinute('handles'), '/min', handlesPerMinute(part)),
    atMost('Archivos y conexiones abiertos: crecimiento', perMinute('files'), '/min', handlesPerMinute(part)),
    atMost('Respuestas 5xx', failures.server, '', 0),
    atMost('Otros fallos', failures.other, '', 0),
  ];
}

/**
 * How much the memory may grow in a minute, in MB. The goal is one MB an hour, which only a soak of a day can show: within
 * half an hour, what is collected late as garbage makes more of a difference than that.
 *
 * @param {number} seconds - how long the soak lasts
 */
const memoryPerMinute = (seconds) => (seconds >= 23 * 3_600 ? 1 / 60 : 1);

/** The count of connections varies with the pages that are open at a moment; a fifth of a per mille a minute is no trend. */
const handlesPerMinute = ({ viewers }) => Math.max(1, viewers / 5_000);

function lastTwoThirds({ run }) {
  const seconds = Object.values(run.perSecond).flatMap((rows) => rows.map(({ second }) => second));
  const end = seconds.reduce((most, second) => Math.max(most, second), 0);
  return [end / 3, end];
}

/** Later than so many seconds after a kill no answer may be a 5xx, and a stream goes on by then. */
const recoverySeconds = 3;

/**
 * @param {import('./run-part.mjs').Part} part
 * @param {{ second: number, takenInSeconds: number }} kill
 * @returns {Result[]}
 */
export function judgeKill({ run }, kill) {
  let [before, meanwhile, late] = [0, 0, 0];
  for (const rows of Object.values(run.perSecond)) {
    for (const { second, serverErrors, otherErrors } of rows) {
      const failures = serverErrors + otherErrors;
      if (second < Math.floor(kill.second)) before += failures;
      else if (second <= kill.second + recoverySeconds) meanwhile += failures;
      else late += failures;
    }
  }
  const longest = run.gaps.reduce((most, { seconds }) => Math.max(most, seconds ?? Infinity), 0);
  return [
    atMost(`Fallos más de ${recoverySeconds} s después de kill -9`, late, '', 0),
    {
      what: `Fallos en los ${recoverySeconds} s que siguen al kill -9`,
      value: meanwhile,
      unit: '',
      isMet: true,
    },
    atMost('Fallos antes del kill -9', before, '', 0),
    atMost('Lo que más esperó un espectador por su siguiente segmento', longest, 's', recoverySeconds),
    atMost('El servidor que vuelve recibe peticiones al cabo de', kill.takenInSeconds, 's', 10),
  ];
}

/** @param {{ name: string, share?: number }[]} scaling @param {number} count - of servers @returns {Result[]} */
export const judgeScaling = (scaling, count) =>
  scaling.flatMap(({ name, share }) =>
    share === undefined
      ? []
      : [atLeast(`Caudal de ${count} servidores: ${name}, entre lo que crece node:http`, share, '×', 0.85)],
  );

/** @param {number} lost @param {number} saves - how many were acknowledged @returns {Result} */
export const judgeLost = (lost, saves) =>
  atMost(`Posiciones confirmadas que faltan en la base de datos (de ${saves} guardados)`, lost, '', 0);
