import type { ClientAbility, StreamKind } from '@butaca/contract';
import type { FakeMemory } from './fake-server-memory.ts';

/** The path prefix of all converted streams. */
export const fakeConversions = '/api/stream/convertido/';

interface FakeClient {
  can?: ReadonlySet<ClientAbility> | undefined;
  play: 'auto' | 'remux';
  chapter?: string | undefined;
}

interface FakeSource {
  _id: string;
  url: string | null;
  streamKind: StreamKind | null;
}

/**
 * Decides whether a file is delivered unchanged or converted. A file is found unplayable only when it is about to play.
 */
export function fakeDelivery(
  { unplayableIds, wholeIds }: FakeMemory,
  { can, play, chapter }: FakeClient,
  videoId: string,
): (source: FakeSource) => Pick<FakeSource, 'url' | 'streamKind'> {
  return ({ _id: id, url, streamKind }) => {
    const isFoundUnplayable = can !== undefined && id === (chapter ?? videoId) && unplayableIds.has(id);
    return url !== null && !wholeIds.has(id) && (play === 'remux' || isFoundUnplayable)
      ? { url: `${fakeConversions}${id}/index.m3u8`, streamKind: 'hls' }
      : { url, streamKind };
  };
}
