import { execFile } from 'node:child_process';
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hostileForms } from './hostile-forms.mjs';
import { printMachine, reportMost } from './goal.mjs';
import { residentMegabytes } from './memory.mjs';
import { startProduct } from './product.mjs';
import { requireTools } from './require-tools.mjs';
import { fillDatabase, filmsAt } from './titles.mjs';
import { startProvider } from '../packages/testing/src/world/provider.ts';

/**
 * `npm run bench -- hostile [FORM…]`: measures what hostile media files of a provider cost the product: for how long
 * the server answers no other request, how long the answer about the hostile file takes, and how much memory the server
 * uses. Exits with 1 when a goal is missed. Requires ffmpeg.
 */
const run = promisify(execFile);
const goals = { silenceMs: 100, answerSeconds: 5, memoryMegabytes: 64 };
/** A server that has not answered the request for a hostile file after this many milliseconds is killed. */
const givenUpAfterMs = 60_000;
/** The interval in milliseconds at which a live HLS playlist is requested again, as a player does. */
const refreshMs = 2_000;
/** The valid film that is requested before each hostile file, so that one-time costs are not measured. */
const sound = { path: 'sound.mkv', film: 'film.mkv', part: () => undefined };

requireTools('ffmpeg');
const wanted = process.argv.slice(2);
const forms = hostileForms().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
printMachine();
try {
  await makeFilms();
  const upstream = await serveForms();
  const results = [];
  for (const form of forms) results.push(...(await measure(form, upstream.origin)));
  await upstream[Symbol.asyncDispose]();
  if (results.includes(false)) process.exitCode = 1;
} finally {
  await rm(dir, { recursive: true, force: true });
}

/**
 * Makes the valid films whose index is replaced by a hostile one: ffprobe has to succeed on a film before the server
 * requests the index.
 */
async function makeFilms() {
  const input = '-f lavfi -i testsrc2=size=320x180:rate=25 -f lavfi -i sine=frequency=440'.split(' ');
  const coding = '-t 20 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a ac3'.split(' ');
  const file = join(dir, 'film.mkv');
  await run('ffmpeg', ['-v', 'error', '-y', ...input, ...coding, file]);
  await run('ffmpeg', ['-v', 'error', '-y', '-i', file, '-c', 'copy', join(dir, 'film.mp4')]);
}

/**
 * Starts a server that offers the hostile media files. Only the request for a film's index names both ends of its byte
 * range; only that request gets hostile bytes.
 */
function serveForms() {
  return startProvider(async (request, response) => {
    const name = new URL(request.url, 'http://form').pathname.slice(1);
    const form = [sound, ...forms].find((candidate) => candidate.path === name);
    if (form === undefined) return response.writeHead(404).end();
    if (form.text !== undefined) return response.end(form.text());
    const film = await readFile(join(dir, form.film));
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const hostile = to === '' ? undefined : form.part(Number(from), film);
    const whole = hostile === undefined ? film.subarray(Number(from)) : hostile;
    const length = to === '' ? whole.length : Math.min(whole.length, Number(to) - Number(from) + 1);
    response.writeHead(206, {
      'content-length': length,
      'content-range': `bytes ${from}-${Number(from) + length - 1}/${10 ** 9}`,
    });
    return response.end(whole.subarray(0, length));
  });
}

/**
 * Measures one hostile media file on a newly started product: a server still busy with the previous file would distort
 * the result.
 */
async function measure({ name, path, streamKind, requests = 1 }, origin) {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const films = [
    { id: 'hostile0', path, streamKind },
    { id: 'sound000', path: sound.path, streamKind: 'file' },
  ].map((film) => ({ ...film, title: film.id, address: `${origin}/${film.path}` }));
  await fillDatabase(dataDir, filmsAt(films));
  const product = await startProduct({ dataDir, isDemo: false });
  // A valid film is requested first, so that one-time costs are not counted for the hostile file.
  await ask(product, 'sound000');
  const killed = setTimeout(() => process.kill(product.pid, 'SIGKILL'), givenUpAfterMs);
  let isKilled = false;
  const others = askOthers(product.url);
  await writeFile(`/proc/${product.pid}/clear_refs`, '5');
  const before = await residentMegabytes(product.pid, 'VmHWM');
  const startedAt = performance.now();
  let answer = '';
  let seconds = 0;
  let memory = Number.NaN;
  try {
    for (let count = 0; count < requests; count += 1) {
      if (count > 0) await new Promise((resolve) => setTimeout(resolve, refreshMs));
      const askedAt = performance.now();
      answer = await ask(product, 'hostile0');
      seconds = Math.max(seconds, (performance.now() - askedAt) / 1_000);
    }
    memory = (await residentMegabytes(product.pid, 'VmHWM')) - before;
  } catch {
    isKilled = true;
    seconds = (performance.now() - startedAt) / 1_000;
  }
  const silenceMs = await others.stop();
  clearTimeout(killed);
  if (!isKilled) await product.stop();
  await rm(dataDir, { recursive: true, force: true });
  console.log(`${name}: ${isKilled ? 'NO ANSWER' : answer}`);
  return [
    reportMost('  longest silence', silenceMs, ' ms', goals.silenceMs),
    reportMost('  answer', seconds, ' s', goals.answerSeconds),
    reportMost('  memory', memory, ' MB', goals.memoryMegabytes),
  ];
}

async function ask(product, id) {
  const { url } = await product.call('GET', `/api/videos/${id}?can=mse`);
  const response = await fetch(product.url + url);
  const body = Buffer.from(await response.arrayBuffer());
  return `${response.status}, ${(body.length / 1e6).toFixed(2)} MB`;
}

/**
 * Sends other requests one after the other while a hostile file is read; the slowest answer tells for how long the
 * server answered nobody.
 */
function askOthers(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const stopped = new AbortController();
  let longestMs = 0;
  const ended = (async () => {
    while (!stopped.signal.aborted) {
      const askedAt = performance.now();
      await new Promise((resolve) => {
        const request = get(`${url}/api/health`, { agent }, (response) =>
          response.resume().on('end', resolve),
        );
        request.on('error', resolve);
      });
      longestMs = Math.max(longestMs, performance.now() - askedAt);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    agent.destroy();
  })();
  return {
    async stop() {
      stopped.abort();
      await ended;
      return longestMs;
    },
  };
}
