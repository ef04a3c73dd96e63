import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sendAnswer } from '../../../packages/testing/src/world/answers.ts';
import { startProvider } from '../../../packages/testing/src/world/provider.ts';

/** Some bytes come at once, and the others so slowly that the connection stays open meanwhile. */
const slowly = { firstBytes: 1_000_000, bytes: 20_000, everyMs: 100 };

/**
 * Serves a film of half a minute that takes longer to download than the tests take, and other addresses that fail. The
 * server counts its connections.
 */
export async function startMediaServer() {
  const provider = await startProvider();
  /** @param {Buffer} body @param {string} type */
  const asFile = (body, type) => ({ headers: { 'content-type': type }, body, hasRanges: true });
  /**
   * Serves a film at a path whatever its query is: each query makes another address.
   *
   * @param {string} name
   * @param {Buffer} body
   * @param {string} type
   */
  const serveFilm = (name, body, type) => {
    const answer = { ...asFile(body, type), pace: slowly };
    provider.serve(name, (request, response) => sendAnswer(request, response, answer));
  };
  serveFilm('/film.mp4', makeFilm(), 'video/mp4');
  serveFilm('/film.mkv', makeMatroska(), 'video/x-matroska');
  provider.serve('', (_request, response) => void response.writeHead(404).end());
  const clip = makeClip();
  const ofClip = { 'content-type': 'video/mp4', 'content-length': clip.length };
  provider.answer('/clip.mp4', { headers: ofClip, body: clip });
  provider.answer('/page.html', {
    body: '<!doctype html><title>Butaca</title><p>Esto no es un video.',
  });
  provider.answer('/silent', { afterMs: Infinity });
  provider.answer('/list.m3u', {
    headers: { 'content-type': 'audio/x-mpegurl' },
    body: '#EXTM3U\n#EXTINF:-1,Otra\nhttp://127.0.0.1:9/otra.mp4\n',
  });
  return {
    origin: provider.origin,
    /** The path of the last request. */
    lastRequest: () => provider.seen.at(-1)?.path,
    connectionCount: () => provider.countOpenConnections(),
    /** Makes `/long.mp4`, which takes longer than mpv may take to open an address. */
    makeLong: () => provider.answer('/long.mp4', asFile(makeLong(), 'video/mp4')),
    close: () => provider[Symbol.asyncDispose](),
  };
}

const makeFilm = () => makeMedia('media.mp4', 30, '-crf', '8', '-c:a', 'aac');
const makeClip = () => makeMedia('media.mp4', 2, '-c:a', 'aac');
/** Three minutes in few bytes, which a player without a limit receives within a second. */
const makeLong = () => makeMedia('media.mp4', 180, '-crf', '40', '-c:a', 'aac');
/** A film that no browser plays: its container and its sound are those of discs. */
const makeMatroska = () => makeMedia('media.mkv', 30, '-crf', '8', '-c:a', 'ac3');

/**
 * @param {string} name
 * @param {number} seconds
 * @param {...string} options
 */
function makeMedia(name, seconds, ...options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'butaca-media-'));
  const file = path.join(folder, name);
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25', '-f', 'lavfi', '-i', 'sine'];
  const length = ['-t', String(seconds)];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', ...options];
  const layout = name.endsWith('.mp4') ? ['-movflags', '+faststart'] : [];
  try {
    execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...length, ...codecs, ...layout, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
