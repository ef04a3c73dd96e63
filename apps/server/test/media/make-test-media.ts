import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folderHandler, makeOnce, startProvider } from '@butaca/testing';
import { openConfinement } from '../../src/platform/programs/confinement.ts';
import { findProgram } from '../../src/platform/programs/find-program.ts';
import type { Converter } from '../../src/features/streaming/conversions/ffmpeg/converter.ts';

const run = promisify(execFile);

/**
 * The paths of ffmpeg and ffprobe that tests run: those that `tools/provision.mjs` has found, else those on the PATH.
 */
export const testPrograms = {
  ffmpeg: process.env['BUTACA_FFMPEG'] ?? 'ffmpeg',
  ffprobe: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
};

/** Opens ffmpeg and ffprobe for tests, without network isolation, so that they reach the HTTP servers of a test. */
export async function openTestConverter(workDir: string): Promise<Converter> {
  const folders = { workDir, hiddenDir: workDir, programPaths: [] };
  const confinement = await openConfinement('limits', folders);
  const find = async (name: string) => (await findProgram(name)) ?? name;
  const paths = { ffmpeg: await find(testPrograms.ffmpeg), ffprobe: await find(testPrograms.ffprobe) };
  return { ...paths, version: '', canToneMap: true, confinement };
}

/** The duration of a test film, in seconds, unless its name says otherwise. */
export const filmSeconds = 20;

/** Generated films and playlists on an HTTP server that supports ranges, for tests. */
export interface TestMedia extends AsyncDisposable {
  folder: string;
  /** The origin of the server of test media: `http://127.0.0.1:<port>`. */
  origin: string;
  /** The requests that the server of test media received: their paths and `Range` headers. */
  seen: { path: string; range: string | undefined }[];
  /** Paths that the server of test media answers with a failure, as a provider does that is too busy. */
  busy: Set<string>;
}

/**
 * Generates test media and serves them over HTTP. The files: `film.mkv` H.264 with two AC-3 audio tracks (spa, eng) and
 * a subtitle · `plain.mkv` one AC-3 track · `aac.mkv` AAC · `film.mp4` AAC · `ac3.mp4` AC-3 · `fast.mp4` its index
 * first · `parts.mp4` fragmented · `late.mp4` begins at three seconds · `long.mkv` ten minutes with AAC, sent at a
 * hundred times the speed at which it plays · `endless.mkv` without index and duration, as a recording that was cut off ·
 * `two.mp4` two AAC tracks · `hevc.mp4` HEVC · `film.avi` MPEG-4 · `film.ts` H.264 with AC-3 · `hls.m3u8` HLS with AC-3 ·
 * `page.mkv` a web page · `texts.mkv`, `texts-mpeg4.mkv`, `texts.mp4` subtitles that last longer than video and audio ·
 * `list.m3u8` a playlist that names a file of the machine · `script.mkv` a concat script of ffmpeg
 */
export async function makeTestMedia(): Promise<TestMedia> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-samples-'));
  const made = await makeOnce('test-media', [fileURLToPath(import.meta.url)], makeFiles);
  await Promise.all((await readdir(made)).map((name) => symlink(join(made, name), join(folder, name))));
  const seen: TestMedia['seen'] = [];
  const busy: TestMedia['busy'] = new Set();
  const ofUnknownType = { headers: { 'content-type': 'application/octet-stream' }, hasRanges: true };
  const sendFile = folderHandler(folder, ofUnknownType);
  const sendSlowly = folderHandler(folder, { ...ofUnknownType, pace: slowly });
  const provider = await startProvider((request, response) => {
    const path = new URL(request.url ?? '/', 'http://samples').pathname;
    seen.push({ path, range: request.headers.range });
    if (busy.has(path)) response.writeHead(503).end();
    else if (path === '/long.mkv') sendSlowly(request, response);
    else sendFile(request, response);
  });
  return {
    folder,
    origin: provider.origin,
    seen,
    busy,
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * How `long.mkv` is sent. ffmpeg copies video and sound faster than a test can see it being paused; at this speed it writes a
 * segment of four seconds in a twenty-fifth of a second.
 */
const slowly = { bytes: 64 * 1_024, everyMs: 8 };

async function makeFiles(folder: string): Promise<void> {
  const at = (name: string) => join(folder, name);
  const ffmpeg = (...args: string[]) => run(testPrograms.ffmpeg, ['-v', 'error', '-y', ...args]);
  await writeFile(at('text.srt'), subtitle());
  const video = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${filmSeconds}`];
  const tone = (hertz: number) => [
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=${hertz}:sample_rate=32000:duration=${filmSeconds}`,
  ];
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '50', '-pix_fmt', 'yuv420p'];
  const sounds = ['-map', '0:v', '-map', '1:a', '-map', '2:a', '-map', '3:s'];
  const labels = [
    'a:0:language=spa',
    'a:0:title=Español latino',
    'a:1:language=eng',
    's:0:language=spa',
  ].flatMap((label) => [`-metadata:s:${label.slice(0, 3)}`, label.slice(4)]);
  const inputs = [...video, ...tone(440), ...tone(880), '-i', at('text.srt')];
  await ffmpeg(...inputs, ...sounds, ...h264, '-c:a', 'ac3', '-c:s', 'srt', ...labels, at('film.mkv'));
  const one = ['-i', at('film.mkv'), '-map', '0:v', '-map', '0:a:0'];
  const aac = ['-c:v', 'copy', '-c:a', 'aac', '-ac', '2'];
  const h265 = '-c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1'.split(' ');
  const texted = ['-t', '12', '-i', at('film.mkv'), '-i', at('text.srt')].concat(
    '-map 0:v -map 0:a:0 -map 1:s'.split(' '),
  );
  const small = ['-t', '12', '-vf', 'scale=160:90'];
  await ffmpeg(...one, ...aac, at('aac.mkv'));
  const loops = 600 / filmSeconds - 1;
  await Promise.all([
    ffmpeg(...one, '-c', 'copy', at('plain.mkv')),
    ffmpeg(...one, ...aac, at('film.mp4')),
    ffmpeg(...one, '-c', 'copy', at('ac3.mp4')),
    ffmpeg(...one, '-map', '0:a:1', ...aac, at('two.mp4')),
    ffmpeg(...one, '-c', 'copy', '-movflags', 'faststart', at('fast.mp4')),
    ffmpeg(...one, '-c', 'copy', '-movflags', 'frag_keyframe+empty_moov+delay_moov', at('parts.mp4')),
    ffmpeg('-itsoffset', '3', ...one, '-c', 'copy', at('late.mp4')),
    ffmpeg(...one, '-c', 'copy', at('film.ts')),
    ffmpeg(...one, '-c', 'copy', '-f', 'hls', '-hls_list_size', '0', at('hls.m3u8')),
    ffmpeg('-stream_loop', String(loops), '-i', at('aac.mkv'), '-c', 'copy', at('long.mkv')),
    ffmpeg(...one, '-c', 'copy', '-live', '1', at('endless.mkv')),
    ffmpeg(...one, ...small, '-c:v', 'mpeg4', '-c:a', 'libmp3lame', at('film.avi')),
    ffmpeg(...one, ...small, ...h265, '-c:a', 'aac', at('hevc.mp4')),
    ffmpeg(...texted, '-c', 'copy', at('texts.mkv')),
    ffmpeg(...texted, '-c', 'copy', '-c:v', 'mpeg4', at('texts-mpeg4.mkv')),
    ffmpeg(...texted, '-c', 'copy', '-c:s', 'mov_text', at('texts.mp4')),
  ]);
  await writeFile(at('page.mkv'), '<!doctype html><title>Acceso</title><p>Tu cuenta ha caducado');
  await writeFile(at('script.mkv'), "ffconcat version 1.0\nfile 'file:///etc/passwd'\n");
  const inside = ['file:///etc/passwd', 'concat:/etc/passwd', 'http://169.254.169.254/latest/meta-data'];
  await writeFile(
    at('list.m3u8'),
    `#EXTM3U\n#EXT-X-TARGETDURATION:4\n${inside.map((uri) => `#EXTINF:4,\n${uri}`).join('\n')}\n#EXT-X-ENDLIST\n`,
  );
}

function subtitle(): string {
  const stamp = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')},000`;
  return Array.from(
    { length: Math.ceil(filmSeconds / 10) },
    (_item, index) =>
      `${index + 1}\n${stamp(index * 10 + 1)} --> ${stamp(index * 10 + 3)}\n¿Frase ${index}?\n`,
  ).join('\n');
}

/** What decoding an HLS segment shows: its streams, and when they begin and end, in seconds of the film's own time. */
export interface SegmentContent {
  streams: string[];
  firstFrameSeconds: number;
  firstSoundSeconds: number;
  lastFrameSeconds: number;
  startsWithKeyframe: boolean;
  frames: number;
}

/** Decodes an HLS segment with ffmpeg and describes its content. @throws Error when ffmpeg reports a fault in it */
export async function readSegment(folder: string, bytes: Uint8Array): Promise<SegmentContent> {
  const [content] = await readSegments(folder, [bytes]);
  if (content === undefined) throw new Error('the segment has no content');
  return content;
}

/**
 * Decodes HLS segments, each by itself, and describes their content. One ffmpeg decodes all of them, because starting a
 * program takes longer than decoding a segment.
 *
 * @throws Error when ffmpeg reports a fault in one of them
 */
export async function readSegments(
  folder: string,
  segments: readonly Uint8Array[],
): Promise<SegmentContent[]> {
  const own = await mkdtemp(join(folder, 'read-'));
  const listOf = (number: number) => join(own, `${number}.txt`);
  try {
    const files = segments.map((_bytes, number) => join(own, `${number}.ts`));
    await Promise.all(files.map((file, number) => writeFile(file, segments[number] ?? '')));
    const inputs = files.flatMap((file) => ['-i', file]);
    // By itself, ffmpeg leaves out what precedes the first keyframe when it copies.
    const copying = ['-c', 'copy', '-copyinkf', '-copypriorss', '1'];
    const listing = (input: number) => ['-map', `${input}`, ...copying, '-f', 'framecrc', listOf(input)];
    const decoding = (input: number) => ['-map', `${input}`, '-f', 'null', '-'];
    // Packets are listed, because they tell which frames are keyframes, and decoded, because that turns a corrupt
    // segment into an error.
    const lists = files.flatMap((_file, number) => [...listing(number), ...decoding(number)]);
    const args = ['-v', 'error', '-nostdin', '-copyts', ...inputs, ...lists];
    const { stderr } = await run(testPrograms.ffmpeg, args);
    if (stderr !== '') throw new Error(`the segments do not decode: ${stderr}`);
    return await Promise.all(
      files.map(async (_file, number) => describeContent(await readFile(listOf(number), 'utf8'))),
    );
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/**
 * Describes the content of a segment from ffmpeg's list of its packets.
 *
 * @param list - a line `#codec_id 0: h264` for each stream, then one for each packet: stream, two timestamps, duration,
 *   size, checksum, and `F=0x0` unless it is a keyframe
 * @see https://ffmpeg.org/ffmpeg-formats.html#framecrc
 */
function describeContent(list: string): SegmentContent {
  const valuesOf = (form: RegExp) => [...list.matchAll(form)].map(([, value = '']) => value);
  const streams = valuesOf(/^#codec_id \d+: (.+)$/gm);
  const kinds = valuesOf(/^#media_type \d+: (.+)$/gm);
  const ticks = valuesOf(/^#tb \d+: (.+)$/gm).map((fraction) => Number(fraction.split('/')[1]));
  const packets = [...list.matchAll(/^(\d+),\s*-?\d+,\s*(-?\d+),(.*)$/gm)].map(
    ([, stream = '', timestamp = '', more = '']) => ({
      kind: kinds[Number(stream)],
      seconds: Number(timestamp) / (ticks[Number(stream)] ?? 1),
      isKeyframe: !more.includes('F=0x0'),
    }),
  );
  const frames = packets.filter(({ kind }) => kind === 'video');
  const moments = frames.map(({ seconds }) => seconds);
  const sounds = packets.filter(({ kind }) => kind === 'audio');
  return {
    streams: [...new Set(streams)],
    firstFrameSeconds: Math.min(...moments),
    firstSoundSeconds: Math.min(...sounds.map(({ seconds }) => seconds)),
    lastFrameSeconds: Math.max(...moments),
    startsWithKeyframe: frames[0]?.isKeyframe === true,
    frames: frames.length,
  };
}
