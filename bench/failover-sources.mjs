import { createBroadcast } from '../packages/testing/src/world/broadcast.ts';
import { nullPackets, refuse } from '../packages/testing/src/world/dying-channel.ts';
import { startProvider } from '../packages/testing/src/world/provider.ts';

export const groupSeconds = 2;
/** When a source fails that plays at first, in milliseconds. */
const failsAfterMs = 4_000;
const packetBytes = 188;

const dead = [
  ...[403, 404, 458, 509, 500].map((status) => `status ${status}`),
  'page',
  'closes at start',
  'silent',
];
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
      'playlist status 403',
      'playlist status 500',
      'playlist page',
      'playlist stands still',
      'segments status 404',
      'segments status 503',
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
  const channel = createBroadcast(recording, groupSeconds);
  const begunAt = new Map();
  const asked = new Set();
  /** The sources that are being received in MPEG-TS. */
  const open = new Set();

  function sendTs(response, kind) {
    const isGood = kinds.ts.good.includes(kind);
    const begun = performance.now();
    const failsAt = begun + (kind === 'ends every 5 s' ? 5_000 : failsAfterMs);
    const hasFailed = () => !isGood && performance.now() >= failsAt;
    // A connection begins in the middle of a picture group; what has come since the keyframe is sent at once, as servers with a
    // buffer do.
    const within = Math.random() * groupSeconds;
    const aheadSeconds = kind === 'bursts of 2 s' ? 2 : 0;
    let heldUntil = 0;
    channel.send(response, {
      fromSecond: kind === 'stalls without a burst' ? within : 0,
      secondNow() {
        const now = performance.now();
        if (now < heldUntil) return undefined;
        if (kind === 'jitter' && Math.random() < 0.05) heldUntil = now + Math.random() * 700;
        if (kind === 'bursts of 2 s') heldUntil = now + 2_000;
        return within + aheadSeconds + (now - begun) / 1_000;
      },
      isOver: () => hasFailed() && kind.startsWith('ends'),
      change(bytes) {
        if (!hasFailed()) return bytes;
        if (kind === 'sync lost') return Buffer.alloc(bytes.length, 1);
        if (kind === 'no video') return nullPackets;
        return kind === 'sound only' ? soundOf(bytes) : Buffer.alloc(0);
      },
    });
  }

  /** How many seconds of a channel in HLS are published. */
  function publishedSeconds(kind, sinceMs) {
    const seconds = channel.elapsedSeconds();
    const newest = Math.floor(seconds / groupSeconds);
    if (kind === 'batches of 3') return (newest - (newest % 3)) * groupSeconds;
    // Each segment comes up to 0.8 of its duration late.
    if (kind === 'late segments') return seconds - ((newest * 7_919) % 80) * 0.01 * groupSeconds;
    return kind === 'playlist stands still' && sinceMs > failsAfterMs
      ? seconds - (sinceMs - failsAfterMs) / 1_000
      : seconds;
  }

  function answerHls(response, kind, source, file) {
    const since = performance.now() - (begunAt.get(source) ?? performance.now());
    if (!begunAt.has(source)) begunAt.set(source, performance.now());
    const hasFailed = !kinds.hls.good.includes(kind) && since > failsAfterMs;
    const isSegment = file.endsWith('.ts');
    const [what, how = ''] = kind.split(/ (.*)/);
    if (hasFailed && what === (isSegment ? 'segments' : 'playlist') && refuse(response, how))
      return undefined;
    if (isSegment) {
      response.writeHead(200, { 'content-type': 'video/mp2t' });
      return response.end(channel.segment(Number(/(\d+)\.ts$/.exec(file)?.[1])));
    }
    response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
    const options = { repeatsAfter: channel.segmentCount };
    return response.end(channel.playlist(publishedSeconds(kind, since), options));
  }

  const provider = await startProvider((request, response) => {
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
  return {
    origin: provider.origin,
    wasAsked: (form, kind, id) => asked.has(`/${form}/${kind}/${id}`),
    /** Whether a source is being received, in MPEG-TS. */
    isOpen: (form, kind, id) => open.has(`/${form}/${kind}/${id}`),
    close: () => provider[Symbol.asyncDispose](),
  };
}

/** The packets of the sound among those of a channel. */
function soundOf(packets) {
  const sound = [];
  for (let at = 0; at + packetBytes <= packets.length; at += packetBytes) {
    if ((packets.readUInt16BE(at + 1) & 0x1fff) === 0x101) sound.push(packets.subarray(at, at + packetBytes));
  }
  return Buffer.concat(sound);
}
