// Encodes frames and audio as HLS segments. Frames first go to a lossless file, because two-pass encoding reads them
// twice. The audio is encoded as three repetitions of the loop, of which only the middle one is kept: so its first and
// last audio frames are encoded as part of continuous audio.
import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { framesPerSecond, loopSeconds, sampleRateHz, segmentSeconds } from './timing.mjs';

/**
 * Starts a program whose standard input the caller writes.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {{ write: (chunk: Buffer) => Promise<void>, end: () => Promise<string> }} `end` resolves to the program's output
 */
export function startProgram(program, args) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let [output, complaint] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}: ${complaint}`))));
  });
  // When a program ends early, `end` reports it, so the error of the pipe is ignored.
  child.stdin.on('error', () => {});
  return {
    write: (chunk) => new Promise((resolve) => child.stdin.write(chunk, () => resolve())),
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

const runProgram = (program, args) => startProgram(program, args).end();
const quiet = ['-hide_banner', '-loglevel', 'error', '-y'];

/** Opens a lossless video file to which JPEG frames are written. @param {string} file - path of a Matroska file */
export function openPictures(file) {
  return startProgram('ffmpeg', [
    ...quiet, '-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', String(framesPerSecond), '-i', '-',
    '-vf', 'scale=in_range=full:out_range=tv:out_color_matrix=bt709,format=yuv420p',
    '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', file,
  ]);
}

/**
 * Encodes the audio of a loop, repeated three times.
 *
 * @param {string} file - path of an MPEG-4 file
 * @param {Float32Array} samples - interleaved stereo, one repetition of the loop
 * @param {number} bitrateBps
 */
export async function encodeSound(file, samples, bitrateBps) {
  const encoder = startProgram('ffmpeg', [
    ...quiet, '-f', 'f32le', '-ar', String(sampleRateHz), '-ac', '2', '-i', '-',
    '-c:a', 'aac', '-b:a', String(bitrateBps), '-cutoff', '12000', file,
  ]);
  const turnOfLoop = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  for (let turns = 0; turns < 3; turns += 1) await encoder.write(turnOfLoop);
  await encoder.end();
}

/**
 * Encodes the video of one rendition.
 *
 * @param {string} from - path of the lossless file
 * @param {string} to - path of an MPEG-4 file
 * @param {{ width: number, height: number, level: string, bitrateBps: number }} rendition
 */
export async function encodePictures(from, to, { width, height, level, bitrateBps }) {
  const keyframes = framesPerSecond * segmentSeconds;
  const pass = (number, target) =>
    runProgram('ffmpeg', [
      ...quiet, '-i', from, '-an', '-vf', `scale=${width}:${height}:flags=lanczos`, '-c:v', 'libx264', '-preset', 'veryslow',
      '-profile:v', 'high', '-level', level, '-pix_fmt', 'yuv420p', '-b:v', String(bitrateBps),
      '-maxrate', String(bitrateBps * 2.5), '-bufsize', String(bitrateBps * 5), '-pass', String(number), '-passlogfile', to,
      '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv',
      '-x264-params', `keyint=${keyframes}:min-keyint=${keyframes}:scenecut=0:open-gop=0:bframes=8:ref=5:rc-lookahead=96:aq-mode=3:aq-strength=1.1:deblock=1,1:psy-rd=0.6,0`,
      ...target,
    ]);
  await pass(1, ['-f', 'null', '-']);
  await pass(2, [to]);
}

/**
 * Cuts one rendition into segments with continuous timestamps.
 *
 * @param {string} pictures - path of the video, MPEG-4
 * @param {string} sound - path of the audio, MPEG-4 with three repetitions of the loop
 * @param {string} folder - the folder of the segments, which is emptied first
 */
export async function cutSegments(pictures, sound, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runProgram('ffmpeg', [
    ...quiet, '-i', pictures, '-ss', String(loopSeconds), '-t', String(loopSeconds), '-i', sound,
    '-map', '0:v', '-map', '1:a', '-c', 'copy', '-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_list_size', '0',
    '-hls_segment_type', 'mpegts', '-hls_segment_options', 'pat_period=4:sdt_period=60:mpegts_copyts=0',
    '-hls_segment_filename', path.join(folder, 'seg-%03d.ts'), path.join(folder, 'index.m3u8'),
  ]);
  await rm(path.join(folder, 'index.m3u8'));
}

async function probe(file, entries, ...more) {
  const args = ['-v', 'error', ...more, '-show_entries', entries, '-of', 'json', file];
  return JSON.parse(await runProgram('ffprobe', args));
}

/**
 * Reads the data for a playlist from the segments themselves.
 *
 * @param {string} name
 * @param {string} folder
 * @throws {Error} when the loop is incomplete: a wrong number of video or audio frames, or a segment of another
 * duration
 */
export async function describeRendition(name, folder) {
  const segments = [];
  const sizes = [];
  let soundFrames = 0;
  for (const file of (await readdir(folder)).filter((entry) => entry.endsWith('.ts')).toSorted()) {
    const full = path.join(folder, file);
    const { packets } = await probe(full, 'packet=codec_type,pts_time,flags');
    const pictures = packets.filter(({ codec_type }) => codec_type === 'video');
    const times = pictures.map(({ pts_time }) => Number(pts_time));
    const durationSeconds = Math.round((Math.max(...times) - Math.min(...times) + 1 / framesPerSecond) * 1_000) / 1_000;
    const keyframes = pictures.filter(({ flags }) => flags.startsWith('K')).length;
    if (durationSeconds !== segmentSeconds || keyframes !== 1) throw new Error(`${full}: ${durationSeconds} s, ${keyframes} keyframes`);
    soundFrames += packets.length - pictures.length;
    segments.push({ file, durationSeconds });
    sizes.push((await stat(full)).size);
  }
  const wholeSound = (loopSeconds * sampleRateHz) / 1024;
  if (segments.length !== loopSeconds / segmentSeconds) throw new Error(`${folder}: ${segments.length} segments`);
  if (soundFrames !== wholeSound) throw new Error(`${folder}: ${soundFrames} sound frames, not ${wholeSound}`);
  const { streams } = await probe(path.join(folder, segments[0].file), 'stream=width,height,level,profile', '-select_streams', 'v');
  const [{ width, height, level }] = streams;
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return {
    name,
    bandwidthBps: Math.ceil((Math.max(...sizes) * 8) / segmentSeconds),
    averageBandwidthBps: Math.ceil((bytes * 8) / loopSeconds),
    width,
    height,
    frameRate: framesPerSecond,
    codecs: `avc1.6400${level.toString(16).padStart(2, '0')},mp4a.40.2`,
    segments,
  };
}
