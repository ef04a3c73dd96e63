import { createServer } from 'node:http';
import { livePlaylist, offsetAt, readClock, recordedSeconds } from './recording.mjs';

export const groupSeconds = 2;
/** When a source fails that plays at first, in milliseconds. */
const failsAfterMs = 4_000;
const sendEveryMs = 20;
const packetBytes = 188;

const dead = ['403', '404', '458', '509', '500', 'page', 'closes', 'silent'];
/**
 * The ways in which sources behave. `start`: they never play · `later`: they fail after some seconds · `good`: they play, some
 * of them irregularly.
 */
export const kinds = {
  ts: {
    start: dead,
    later: [
      'ends',
      'stalls',
      'stalls without a burst',
      'sync lost',
      'no video',
      'sound only',
      'ends every 5 s',
    ],
    good: ['regular', 'bursts of 2 s', 'jitter'],
  },
  hls: {
    start: dead,
    later: [
      'playlist 403',
      'playlist 500',
      'playlist page',
      'playlist stands still',
      'segments 404',
      'segments 503',
    ],
    good: ['regular', 'late segments', 'batches of 3'],
  },
};

/**
 * Serves sources of a channel, `/<form>/<kind>/<id>/…`, that behave in the given ways.
 *
 * @param {Buffer} recording
 */
export async function serveSources(recording) {
  const clock = readClock(recording);
  const count = Math.floor(recordedSeconds / groupSeconds);
  const cuts = Array.from({ length: count + 1 }, (_, index) => offsetAt(clock, index * groupSeconds));
  const startedAt = performance.now();
  const begunAt = new Map();
  const asked = new Set();
  /** The sources that are being received in MPEG-TS. */
  const open = new Set();

  function sendTs(response, kind) {
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    const isGood = kinds.ts.good.includes(kind);
    const begun = performance.now();
    const failsAt = begun + (kind === 'ends every 5 s' ? 5_000 : failsAfterMs);
    const hasBurst = kind !== 'stalls without a burst';
    // A connection begins in the middle of a picture group; what has come since the keyframe is sent at once, as servers with a
    // buffer do.
    const within = Math.random() * groupSeconds;
    let sent = hasBurst ? 0 : offsetAt(clock, within);
    let heldUntil = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      const hasFailed = !isGood && now >= failsAt;
      if (now < heldUntil) return undefined;
      if (kind === 'jitter' && Math.random() < 0.05) heldUntil = now + Math.random() * 700;
      if (kind === 'bursts of 2 s') heldUntil = now + 2_000;
      const aheadSeconds = kind === 'bursts of 2 s' ? 2 : 0;
      const until = offsetAt(clock, within + aheadSeconds + (now - begun) / 1_000);
      const bytes = recording.subarray(sent, until);
      sent = until;
      if (!hasFailed) return void response.write(bytes);
      if (kind.startsWith('ends')) return void response.end();
      if (kind === 'sync lost') response.write(Buffer.alloc(bytes.length, 1));
      if (kind === 'no video') response.write(nullPackets);
      if (kind === 'sound only') response.write(soundOf(bytes));
      return undefined;
    }, sendEveryMs);
    response.once('close', () => clearInterval(timer));
  }

  /** How many seconds of a channel in HLS are published. */
  function publishedSeconds(kind, sinceMs) {
    const seconds = (performance.now() - startedAt) / 1_000;
    const newest = Math.floor(seconds / groupSeconds);
    if (kind === 'batches of 3') return (newest - (newest % 3)) * groupSeconds;
    // Each segment comes up to 0.8 of its duration late.
    if (kind === 'late segments') return seconds - ((newest * 7_919) % 80) * 0.01 * groupSeconds;
    return kind === 'playlist stands still' && sinceMs > failsAfterMs
      ? seconds - (sinceMs - failsAfterMs) / 1_000
      : seconds;
  }

  function answerHls(response, kind, channel, file) {
    const since = performance.now() - (begunAt.get(channel) ?? performance.now());
    if (!begunAt.has(channel)) begunAt.set(channel, performance.now());
    const hasFailed = !kinds.hls.good.includes(kind) && since > failsAfterMs;
    const isSegment = file.endsWith('.ts');
    const [what, how = ''] = kind.split(/ (.*)/);
    if (hasFailed && what === (isSegment ? 'segments' : 'playlist') && refuse(response, how))
      return undefined;
    if (isSegment) {
      const number = Number(/(\d+)\.ts$/.exec(file)?.[1]) % count;
      return response
        .writeHead(200, { 'content-type': 'video/mp2t' })
        .end(recording.subarray(cuts[number], cuts[number + 1]));
    }
    response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
    return response.end(livePlaylist(publishedSeconds(kind, since), { groupSeconds, count }));
  }

  const server = createServer((request, response) => {
    const [, form, kind = '', id, file = ''] = decodeURIComponent(request.url ?? '').split('/');
    const source = `/${form}/${kind}/${id}`;
    asked.add(source);
    if (form === 'ts') {
      open.add(source);
      response.once('close', () => open.delete(source));
    }
    if (kinds[form]?.start.includes(kind) && refuse(response, kind)) return undefined;
    return form === 'ts' ? sendTs(response, kind) : answerHls(response, kind, `${kind} ${id}`, file);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    wasAsked: (form, kind, id) => asked.has(`/${form}/${kind}/${id}`),
    /** Whether a source is being received, in MPEG-TS. */
    isOpen: (form, kind, id) => open.has(`/${form}/${kind}/${id}`),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers a request as a dead source. @returns {boolean} whether the way is known */
function refuse(response, how) {
  if (/^\d+$/.test(how)) response.writeHead(Number(how)).end('no');
  else if (how === 'page')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Caducada</title>');
  else if (how === 'closes') response.destroy();
  else return how === 'silent';
  return true;
}

/** The packets of the sound among those of a channel. */
function soundOf(packets) {
  const sound = [];
  for (let at = 0; at + packetBytes <= packets.length; at += packetBytes) {
    if ((packets.readUInt16BE(at + 1) & 0x1fff) === 0x101) sound.push(packets.subarray(at, at + packetBytes));
  }
  return Buffer.concat(sound);
}

const nullPackets = Buffer.concat(
  Array.from({ length: 7 }, () =>
    Buffer.concat([Buffer.from([0x47, 0x1f, 0xff, 0x10]), Buffer.alloc(184, 0xff)]),
  ),
);
