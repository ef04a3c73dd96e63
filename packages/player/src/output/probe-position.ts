import { linkAbort } from '../dom/link-abort.ts';
import { probeAddress } from '../dom/probe-address.ts';
import type { AddressProbe } from '../playback/playback-failure.ts';

/** How far after the position the segment is that is asked for: positions are told once a second. */
const afterSeconds = 1;
const answerWithinMs = 5000;

/**
 * Requests a film in HLS where playback has stopped, to learn whether the server still delivers it there. The playlist
 * does not tell: a free trial is charged by the segment, and the playlist is delivered after its end too. Asks without the
 * page's cookies, which a player outside of the page does not have.
 *
 * @param positionSeconds - where playback has stopped
 */
export async function probeHlsAt(
  url: string,
  positionSeconds: number,
  signal: AbortSignal,
): Promise<AddressProbe> {
  const probe = await probeAddress(url, signal, 0, 'omit');
  if (probe !== 'reachable') return probe;
  const limit = linkAbort([signal], answerWithinMs);
  const segment = await findSegment(url, positionSeconds + afterSeconds, limit.signal).catch(() => undefined);
  limit.release();
  return segment === undefined ? probe : probeAddress(segment, signal, 0, 'omit');
}

/** The URL of the segment in which a second of a film lies; `undefined` where the playlist has none for it. */
async function findSegment(url: string, seconds: number, signal: AbortSignal): Promise<string | undefined> {
  const lines = await readLines(url, signal);
  const rendition = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF:'));
  if (rendition < 0) return resolve(segmentAt(lines, seconds), url);
  const playlist = resolve(
    lines.slice(rendition).find((line) => !line.startsWith('#')),
    url,
  );
  if (playlist === undefined) return undefined;
  return resolve(segmentAt(await readLines(playlist, signal), seconds), playlist);
}

async function readLines(url: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(url, { signal, credentials: 'omit' });
  const lines = (await answer.text()).split('\n').map((line) => line.trim());
  return answer.ok ? lines.filter((line) => line !== '') : [];
}

function segmentAt(lines: readonly string[], seconds: number): string | undefined {
  let endSeconds = 0;
  for (const line of lines) {
    if (line.startsWith('#EXTINF:')) endSeconds += Number.parseFloat(line.slice('#EXTINF:'.length));
    else if (!line.startsWith('#') && endSeconds > seconds) return line;
  }
  return undefined;
}

const resolve = (address: string | undefined, base: string): string | undefined =>
  address !== undefined && URL.canParse(address, base) ? new URL(address, base).href : undefined;
