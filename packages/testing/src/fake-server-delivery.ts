import type { ClientAbility, StreamKind } from '@butaca/contract';
import type { FakeMemory } from './fake-server-memory.ts';

/**
 * The path prefix under which the fake server serves converted streams, so that it can tell requests for them from
 * those for unconverted streams.
 */
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
 * Decides whether the fake server delivers a film or chapter as it is or converted: converted if the client asks for
 * it, or if the file is about to play, is in `memory.unplayableIds`, and the client says which formats it can play.
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
