import { createReadStream, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { machineClock, type FrameClock } from '../frame-clock.ts';

/** What a provider answers to a request, well or badly. */
export interface Answer {
  /** By default 200; 206 for a part of the body. */
  status?: number;
  headers?: OutgoingHttpHeaders;
  /** The body, or the path of the file that it is in. */
  body?: string | Buffer | { file: string };
  /** Whether the provider knows ranges. It then says how long the body is. */
  hasRanges?: boolean;
  /** How long the answer takes to begin, in ms; `Infinity`: it never comes. */
  afterMs?: number;
  /** How many bytes are sent at once, and how long after them the next ones; by default all are sent at once. */
  pace?: Pace;
  /** How often the body is sent: `once`, or again and again until the client leaves. Without a pace as fast as it is read. */
  manner?: 'once' | 'endless';
  /** The byte of the body before which the connection is cut; `head`: before any answer; `end`: after the whole body. */
  cutAt?: number | 'head' | 'half' | 'end';
  /** What follows the body: its proper end (by default), or nothing, so that the client waits for more. */
  ending?: 'complete' | 'open';
}

export interface Pace {
  bytes: number;
  everyMs: number;
  /** How many bytes are sent before the others, without waiting; none by default. */
  firstBytes?: number;
}

/** The types with which providers deliver files, by their extensions. */
export const contentTypes: Readonly<Record<string, string>> = {
  '.aac': 'audio/aac',
  '.avi': 'video/x-msvideo',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4s': 'video/iso.segment',
  '.mkv': 'video/x-matroska',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.mpd': 'application/dash+xml',
  '.ts': 'video/mp2t',
  '.vtt': 'text/vtt',
};

export const contentTypeOf = (path: string): string =>
  contentTypes[extname(path)] ?? 'application/octet-stream';

/**
 * Sends an answer; 404 where the file of its body does not exist.
 *
 * @param clock - by which it waits
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  clock: FrameClock = machineClock,
): void {
  const { afterMs, ...now } = answer;
  if (now.cutAt === 'head') return void response.destroy();
  if (afterMs === undefined) return sendNow(request, response, now, clock);
  if (afterMs === Infinity) return;
  const cancel = sendEvery(response, afterMs, clock, () => {
    cancel();
    sendNow(request, response, now, clock);
  });
}

function sendNow(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  clock: FrameClock,
): void {
  const { body: given = '', headers = {}, hasRanges = false, manner = 'once' } = answer;
  const body = typeof given === 'string' ? Buffer.from(given) : given;
  const isFile = !Buffer.isBuffer(body);
  const info = isFile ? statSync(body.file, { throwIfNoEntry: false }) : undefined;
  if (isFile && info?.isFile() !== true) return void response.writeHead(404).end();
  const total = isFile ? (info?.size ?? 0) : body.length;
  const part = hasRanges ? readRange(request.headers.range, total) : undefined;
  const { start, end } = part ?? { start: 0, end: total };
  if (start >= end && part !== undefined) {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${total}` }).end('fuera de rango');
    return;
  }
  response.writeHead(answer.status ?? (part === undefined ? 200 : 206), {
    ...((hasRanges || isFile) && { 'content-length': end - start }),
    ...(hasRanges && { 'accept-ranges': 'bytes' }),
    ...(part !== undefined && { 'content-range': `bytes ${start}-${end - 1}/${total}` }),
    ...headers,
  });
  if (request.method === 'HEAD') return void response.end();
  const cutAt = cutOf(answer.cutAt, total);
  const [last, isCut] = [Math.min(end, cutAt), cutAt <= end];
  if (isCut && start >= last) return void response.destroy();
  const finish = (): void => {
    // The callback of an empty write is called when all bytes before it have been handed over.
    if (isCut) response.write('', () => response.destroy());
    else if (answer.ending !== 'open') response.end();
  };
  if (manner === 'endless') return repeat(response, bytesOf(body, start, last), answer.pace?.everyMs, clock);
  if (answer.pace !== undefined)
    return sendSlowly(response, bytesOf(body, start, last), { ...answer.pace, clock, finish });
  if (!isFile) {
    if (!isCut && answer.ending !== 'open') return void response.end(body.subarray(start, last));
    response.write(body.subarray(start, last));
    return finish();
  }
  if (start === last) return finish();
  const bytes = createReadStream(body.file, { start, end: last - 1 });
  bytes.once('end', finish).once('error', () => response.destroy());
  bytes.pipe(response, { end: false });
  response.once('close', () => bytes.destroy());
}

function cutOf(cutAt: Answer['cutAt'], total: number): number {
  if (cutAt === 'half') return total >> 1;
  if (cutAt === 'end') return total;
  return typeof cutAt === 'number' ? cutAt : Infinity;
}

/** Reads a request's range of a body. @returns the first byte, and the one after the last; `undefined` for the whole body */
function readRange(range: string | undefined, total: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return { start: Math.max(0, total - Number(last)), end: total };
  return { start: Number(first), end: last === '' ? total : Math.min(Number(last) + 1, total) };
}

const bytesOf = (body: Buffer | { file: string }, start: number, end: number): Buffer =>
  (Buffer.isBuffer(body) ? body : readFileSync(body.file)).subarray(start, end);

function repeat(
  response: ServerResponse,
  bytes: Buffer,
  everyMs: number | undefined,
  clock: FrameClock,
): void {
  if (everyMs !== undefined) {
    response.write(bytes);
    sendEvery(response, everyMs, clock, () => void response.write(bytes));
    return;
  }
  const send = (): void => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', send);
  send();
}

function sendSlowly(
  response: ServerResponse,
  bytes: Buffer,
  { finish, clock, ...pace }: Pace & { finish: () => void; clock: FrameClock },
): void {
  let at = pace.firstBytes ?? 0;
  if (at > 0) response.write(bytes.subarray(0, at));
  let isFinished = false;
  sendEvery(response, pace.everyMs, clock, () => {
    if (response.writableNeedDrain || isFinished) return;
    response.write(bytes.subarray(at, at + pace.bytes));
    at += pace.bytes;
    if (at < bytes.length) return;
    isFinished = true;
    finish();
  });
}

/**
 * Calls a function at intervals until the response has ended, or its client has left.
 *
 * @returns a function that ends it earlier
 */
export function sendEvery(
  response: ServerResponse,
  everyMs: number,
  clock: FrameClock,
  send: () => void,
): () => void {
  const cancel = clock.every(everyMs, send);
  response.once('close', cancel);
  return cancel;
}

/** Answers with the files of a folder, each at the path of its name. @param answer - how they are sent */
export const folderHandler =
  (folder: string, answer: Answer = {}) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://provider').pathname);
    const headers = { 'content-type': contentTypeOf(path) };
    sendAnswer(request, response, { headers, ...answer, body: { file: join(folder, path) } });
  };
