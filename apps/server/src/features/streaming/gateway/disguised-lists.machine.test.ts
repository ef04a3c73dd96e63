/*
 * A hostile provider sends lists of addresses in place of a film or a channel. The gateway refuses them, so that no player
 * and no program gets a list that it would follow; only HLS in plain text is rewritten, as it always is.
 */
import { disguisedLists } from '@butaca/testing';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const ffmpeg = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';

const lists = disguisedLists(['http://127.0.0.2:9', 'http://[::1]:9']);

/** Lists that are rewritten like every HLS playlist, whatever the list of channels says that they are. */
const rewritten = new Set(['m3u', 'm3u with a mark', 'm3u behind blanks', 'hls', 'hls with a mark']);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let provider: Server;
let test: TestGateway;
let answers: Record<string, Answer>;
beforeAll(async () => {
  answers = {};
  provider = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  test = await startTestGateway();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  provider.closeAllConnections();
  provider.close();
});

let paths = 0;

/** Makes the provider answer at a new path. @returns the gateway's address for it */
function offer(answer: Answer, streamKind: 'file' | 'ts' = 'file'): string {
  paths += 1;
  answers[`/${paths}`] = answer;
  const { port } = provider.address() as AddressInfo;
  // Each list is another channel's: of one channel only a few addresses are requested in a minute.
  return test.address(
    { address: `http://127.0.0.1:${port}/${paths}`, streamKind },
    { itemKey: `channel:${port}-${paths}` },
  );
}

/** Answers with a body, or the part of it that is asked for. */
const file =
  (body: Buffer, type = 'video/mp4'): Answer =>
  ({ headers }, response) => {
    const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const first = Math.min(Number(from ?? 0), body.length);
    const last = to === '' ? body.length - 1 : Math.min(Number(to), body.length - 1);
    const isPart = headers.range !== undefined;
    response.writeHead(isPart ? 206 : 200, {
      'content-type': type,
      'content-length': last - first + 1,
      'accept-ranges': 'bytes',
      ...(isPart && { 'content-range': `bytes ${first}-${last}/${body.length}` }),
    });
    response.end(body.subarray(first, last + 1));
  };

const fetchPart = (address: string, range: string): Promise<Response> =>
  fetch(address, { headers: { range } });

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code: unknown }).code;

/** What arrives of a body until its connection ends or breaks off. */
async function readAll({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(() => undefined);
    if (part?.value === undefined) return Buffer.concat(chunks).toString('latin1');
    chunks.push(part.value);
  }
}

describe('a list that is sent as a film', () => {
  it.each(lists)('is refused or rewritten: $name', async ({ name, body }) => {
    for (const kind of ['file', 'ts'] as const) {
      for (const type of ['video/mp4', 'application/octet-stream', 'text/plain']) {
        const response = await fetch(offer(file(body, type), kind));
        if (rewritten.has(name)) {
          expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
          expect(await response.text()).not.toMatch(/127\.0\.0\.2|canario/);
        } else expect([response.status, await codeOf(response)]).toEqual([502, 'upstream.page']);
      }
    }
  });

  it.each(lists)('is refused or rewritten where a player asks for a range: $name', async ({ name, body }) => {
    const response = await fetchPart(offer(file(body)), 'bytes=0-');
    if (rewritten.has(name)) expect(await response.text()).not.toMatch(/127\.0\.0\.2|canario/);
    else expect([response.status, await codeOf(response)]).toEqual([502, 'upstream.page']);
  });

  it('is cut off behind a tag that is too long to wait for', async () => {
    const dash = lists.find(({ name }) => name === 'dash behind a comment')?.body ?? Buffer.alloc(0);
    const tag = Buffer.from('ID3\u0004\0\0\u0001\0\0\0', 'latin1');
    const response = await fetch(offer(file(Buffer.concat([tag, Buffer.alloc(2_097_152, 'a'), dash]))));
    const text = await readAll(response);
    expect([text.slice(0, 3), text.length > 1_000_000, text.includes('<')]).toEqual(['ID3', true, false]);
  });

  it('is refused where the provider says that it is the middle of a film', async () => {
    const dash = lists.find(({ name }) => name === 'dash behind a comment')?.body ?? Buffer.alloc(0);
    const address = offer((_request, response) => {
      const range = `bytes 5000-${4_999 + dash.length}/90000`;
      response.writeHead(206, { 'content-length': dash.length, 'content-range': range }).end(dash);
    });
    expect(await codeOf(await fetchPart(address, 'bytes=0-'))).toBe('upstream.page');
  });

  it('reaches no player in pieces between which the connection breaks off', async () => {
    const dash =
      lists.find(({ name }) => name === 'dash behind a comment and a tag')?.body ?? Buffer.alloc(0);
    for (const pieceBytes of [1, 5, 15, 40, 200, 310, 400]) {
      const address = offer(({ headers }, response) => {
        const [, from = '0'] = /^bytes=(\d+)-/.exec(headers.range ?? '') ?? [];
        const first = Number(from);
        response.writeHead(206, {
          'content-type': 'video/mp4',
          'content-length': dash.length - first,
          'content-range': `bytes ${first}-${dash.length - 1}/${dash.length}`,
        });
        response.write(dash.subarray(first, first + pieceBytes), () =>
          setImmediate(() => response.destroy()),
        );
      });
      let got = '';
      for (let tries = 0; tries < 40; tries += 1) {
        const response = await fetchPart(address, `bytes=${got.length}-`).catch(() => undefined);
        if (response === undefined || !response.ok) break;
        const more = await readAll(response);
        if (more === '') break;
        got += more;
      }
      expect(got).not.toContain('<');
    }
  });
});

describe('media of every format', () => {
  const formats: readonly [name: string, words: string][] = [
    ['mp4', '-c:v libx264 -c:a aac -movflags +faststart -f mp4'],
    ['mov', '-c:v libx264 -c:a aac -f mov'],
    ['mkv', '-c:v libx264 -c:a ac3 -f matroska'],
    ['webm', '-c:v libvpx -c:a libvorbis -f webm'],
    ['ts', '-c:v libx264 -c:a aac -f mpegts'],
    ['flv', '-c:v flv1 -c:a libmp3lame -f flv'],
    ['avi', '-c:v mpeg4 -c:a libmp3lame -f avi'],
    ['mpg', '-c:v mpeg2video -r 25 -c:a mp2 -f vob'],
    ['asf', '-c:v wmv2 -c:a wmav2 -f asf'],
    ['ogg', '-vn -c:a libvorbis -f ogg'],
    ['mp3', '-vn -c:a libmp3lame -f mp3'],
    ['mp3 without a tag', '-vn -c:a libmp3lame -id3v2_version 0 -write_xing 0 -f mp3'],
    ['aac', '-vn -c:a aac -f adts'],
    ['ac3', '-vn -c:a ac3 -f ac3'],
    ['flac', '-vn -c:a flac -f flac'],
    ['wav', '-vn -c:a pcm_s16le -f wav'],
    ['h264', '-an -c:v libx264 -f h264'],
    ['rm', '-c:v rv10 -s 176x144 -c:a ac3 -f rm'],
    ['nut', '-c:v mpeg4 -c:a mp2 -f nut'],
    ['mxf', '-c:v mpeg2video -r 25 -c:a pcm_s16le -ar 48000 -f mxf'],
  ];

  it.each(formats)('arrives unchanged, whole and from any byte: %s', async (_name, words) => {
    const inputs = '-f lavfi -i color=black:size=176x144:rate=25 -f lavfi -i anullsrc=r=44100:cl=stereo';
    const written = `-v error ${inputs} -t 0.5 -strict -2 -metadata title=${'Película'.repeat(20)} ${words}`;
    const folder = mkdtempSync(join(tmpdir(), 'butaca-media-'));
    const path = join(folder, 'media');
    execFileSync(ffmpeg, [...written.split(' '), path]);
    const body = readFileSync(path);
    rmSync(folder, { recursive: true });
    const address = offer(file(body));
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer());
    expect(whole.equals(body)).toBe(true);
    for (const from of [0, 1, Math.floor(body.length / 2), body.length - 5]) {
      const response = await fetchPart(address, `bytes=${from}-`);
      expect([from, response.status]).toEqual([from, 206]);
      expect(Buffer.from(await response.arrayBuffer()).equals(body.subarray(from))).toBe(true);
    }
    // AVPlayer asks for these two bytes first.
    const first = await fetchPart(address, 'bytes=0-1');
    expect([first.status, (await first.arrayBuffer()).byteLength]).toEqual([206, 2]);
  });
});
