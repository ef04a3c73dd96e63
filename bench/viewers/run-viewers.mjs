import { createAgenda, runAgenda } from './agenda.mjs';
import { fillAgenda, kinds } from './behaviour.mjs';
import { createClient } from './client.mjs';
import { createMeasurements } from './measurements.mjs';
import { createRandom } from '../random.mjs';

/**
 * @typedef {{ index: number, username: string, token: string, deviceId: string }} Person - an account with a session
 * @typedef {{ films: string[], streamedFilms: string[], channels: string[], password: string }} Catalogue - ids; the
 * password is that of every account
 * @typedef {Person & { client: ReturnType<typeof createClient>, film: string, second: number, savedSecond: number, saves:
 * number }} Viewer - `savedSecond`: the furthest position that the server has acknowledged
 * @typedef {object} Plan
 * @property {string} origin
 * @property {number} seconds - how long
 * @property {Record<string, [from: number, to: number]>} phases - whose figures are wanted, in seconds
 * @property {Person[]} people - the viewers
 * @property {Person[]} newcomers - accounts that sign in
 * @property {Catalogue} catalogue
 * @property {number} run - a number: the films and moments of each run are others
 * @property {boolean} isWatching - whether channels and films are opened, which needs a provider
 * @property {boolean} hasWebClient - whether the server serves the built web client, which is then part of a page
 * @property {number} arrivalSeconds - the time over which the viewers arrive
 * @property {number} [pace] - how many times as often as usual the viewers act; by default 1
 * @typedef {object} Summary
 * @property {Record<string, Record<string, import('./measurements.mjs').Figures>>} phases - by phase and kind
 * @property {Record<string, (import('./measurements.mjs').Figures & { second: number })[]>} perSecond
 * @property {[index: number, film: string, second: number][]} saved - what was acknowledged of each viewer last
 * @property {number} saves - how many saves were acknowledged
 * @property {{ p99: number, max: number }} lateMs - how late the generator itself was with its requests
 * @property {{ atSecond: number, seconds: number | null }[]} gaps - segments that did not come at once; `null`: never
 */

/** After the last moment, answers may still take as long as this. */
const patienceMs = 30_000;

/**
 * Lets virtual viewers use a server for a time, and measures every answer from the moment for which its request was
 * intended.
 *
 * @param {Plan} plan
 * @param {AbortSignal} [signal]
 * @param {(startMs: number) => void} [onStart] - is told the moment from which seconds are counted, in ms since 1970
 * @returns {Promise<Summary>}
 */
export async function runViewers(plan, signal, onStart) {
  const random = createRandom(20_261_127 + plan.run);
  const agenda = createAgenda();
  const measurements = createMeasurements(Object.keys(kinds));
  const viewers = plan.people.map((person) => viewerOf(plan, person, random));
  const newcomers = plan.newcomers.map((person) => viewerOf(plan, person, random));
  const gaps = [];
  const late = createMeasurements(['late']);
  const fromMs = performance.now();
  onStart?.(Date.now());
  const endMs = fromMs + plan.seconds * 1_000;
  const requests = { open: 0 };
  const isStopped = () => signal?.aborted === true;
  for (const { client } of [...viewers, ...newcomers]) {
    const { send } = client;
    client.send = (path, options, onAnswer) => {
      requests.open += 1;
      send(path, options, (...answer) => {
        requests.open -= 1;
        onAnswer(...answer);
      });
    };
  }
  fillAgenda({
    agenda,
    viewers,
    newcomers,
    random,
    fromMs,
    endMs,
    catalogue: plan.catalogue,
    isWatching: plan.isWatching,
    hasWebClient: plan.hasWebClient,
    pace: plan.pace ?? 1,
    arrivalSeconds: plan.arrivalSeconds,
    record: (kind, atMs, status) =>
      measurements.add(kind, (atMs - fromMs) / 1_000, performance.now() - atMs, status),
    onGap: (seconds, atMs) =>
      gaps.push({ atSecond: (atMs - fromMs) / 1_000, seconds: Number.isFinite(seconds) ? seconds : null }),
  });
  await runAgenda(agenda, endMs, (lateMs) => late.add('late', 0, lateMs, 200), signal);
  const untilMs = performance.now() + patienceMs;
  while (requests.open > 0 && performance.now() < untilMs && !isStopped())
    await new Promise((resolve) => setTimeout(resolve, 20));
  for (const { client } of [...viewers, ...newcomers]) client.close();
  const { p99, max } = late.figures(0, 1).late;
  return {
    phases: Object.fromEntries(
      Object.entries(plan.phases).map(([name, [from, to]]) => [name, measurements.figures(from, to)]),
    ),
    perSecond: measurements.perSecond(),
    saved: viewers.flatMap(({ index, film, savedSecond }) =>
      savedSecond > 0 ? [[index, film, savedSecond]] : [],
    ),
    saves: viewers.reduce((sum, { saves }) => sum + saves, 0),
    lateMs: { p99, max },
    gaps,
  };
}

/** @param {Plan} plan @param {Person} person @param {() => number} random @returns {Viewer} */
function viewerOf({ origin, catalogue, run }, person, random) {
  const film = catalogue.films[(person.index * 7 + run) % catalogue.films.length];
  return {
    ...person,
    client: createClient(origin, person),
    film,
    second: 60 + Math.floor(random() * 600),
    savedSecond: 0,
    saves: 0,
  };
}
