import { foldText, type AdminChannelDetail, type ChannelPatch, type ChannelSource } from '@butaca/contract';
import { refuseOutdated, withFakeRevision } from './fake-revision.ts';
import { FakeRefusal, type FakeRoutes } from './fake-server-caller.ts';
import { makeFakeChannel, type FakeChannel, type FakeMemory } from './fake-server-memory.ts';

type AdministrationRoute =
  | 'GET /api/channels/id/:id?view=admin'
  | 'GET /api/channels/admin/list'
  | 'GET /api/channels/admin/:id/sources'
  | 'POST /api/channels/admin'
  | 'PUT /api/channels/admin/:id'
  | 'DELETE /api/channels/admin/:id';

export function findFakeChannel(memory: FakeMemory, id: string): FakeChannel {
  const found = memory.channels.find((channel) => channel._id === id);
  if (found === undefined) throw new FakeRefusal('channel.not_found');
  return found;
}

function toDetail(channel: FakeChannel): AdminChannelDetail {
  const { url, userAgent, referrer, streamKind, isPlayable } = channel;
  const headers = { userAgent, referrer, cookie: null, origin: null, languages: [], quality: null };
  const first = { _id: `${channel._id}-1`, url, ...headers, streamKind, isPlayable };
  return withFakeRevision({ ...channel, sources: channel.sources ?? [first] });
}

/**
 * Stores a channel that an administrator's editor sent. A stream URL that contains «repetida» is refused as a
 * duplicate.
 */
function change(
  channel: FakeChannel,
  { sources, url, revision: _revision, ...patch }: ChannelPatch,
): FakeChannel {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const sent = sources ?? (url === undefined ? undefined : [{ url }]);
  if (sent === undefined) return { ...channel, ...given };
  if (sent.some((source) => source.url.includes('repetida'))) throw new FakeRefusal('channel.duplicate');
  const before = new Map(toDetail(channel).sources.map((source) => [source._id, source]));
  const kept = sent.map((source, index) => ({
    _id: ('_id' in source ? source._id : undefined) ?? `${channel._id}-n${index}`,
    url: source.url,
    userAgent: ('userAgent' in source ? source.userAgent : null) ?? null,
    referrer: ('referrer' in source ? source.referrer : null) ?? null,
    cookie: ('cookie' in source ? source.cookie : null) ?? null,
    origin: ('origin' in source ? source.origin : null) ?? null,
    streamKind: 'hls' as const,
    isPlayable: /^https?:/.test(source.url),
    ...tagsOf(source, before),
  }));
  return {
    ...channel,
    ...given,
    url: kept[0]?.url ?? '',
    sourceCount: kept.length,
    sources: kept,
  };
}

/** The languages and the quality of a source that an editor sent; what it did not send stays. */
function tagsOf(
  source: NonNullable<ChannelPatch['sources']>[number] | { url: string },
  before: ReadonlyMap<string, ChannelSource>,
): Pick<ChannelSource, 'languages' | 'quality'> {
  const {
    _id: id,
    languages,
    quality,
  } = { _id: undefined, languages: undefined, quality: undefined, ...source };
  const known = before.get(id ?? '');
  return {
    languages: languages ?? known?.languages ?? [],
    quality: quality === undefined ? (known?.quality ?? null) : quality,
  };
}

export const channelAdministrationRoutes: Pick<FakeRoutes, AdministrationRoute> = {
  'GET /api/channels/id/:id?view=admin': ({ params: { id } }, { memory }) => {
    if (id === 'averiado') throw new FakeRefusal('server.unavailable');
    return toDetail(findFakeChannel(memory, id));
  },
  'GET /api/channels/admin/list': ({ query: { page, limit, search, section } }, { memory }) => {
    if (search === 'avería') throw new FakeRefusal('server.unavailable');
    const found = memory.channels
      .filter((channel) => section === undefined || channel.section === section)
      .filter((channel) => foldText(channel.name).includes(foldText(search ?? '')));
    return {
      channels: found.slice((page - 1) * limit, page * limit),
      page,
      totalPages: Math.max(1, Math.ceil(found.length / limit)),
      total: found.length,
    };
  },
  'GET /api/channels/admin/:id/sources': ({ params: { id } }, { memory }) => {
    const { sources } = toDetail(findFakeChannel(memory, id));
    return {
      reports: memory.sourceReports.filter(({ _id }) => sources.some((source) => source._id === _id)),
    };
  },
  'POST /api/channels/admin': ({ body }, { memory }) => {
    const channel = change(makeFakeChannel({ name: body.name, description: '' }), body);
    memory.channels.push(channel);
    return toDetail(channel);
  },
  'PUT /api/channels/admin/:id': ({ params: { id }, body }, { memory }) => {
    const known = findFakeChannel(memory, id);
    refuseOutdated(body.revision, toDetail(known));
    const channel = change(known, body);
    memory.channels = memory.channels.map((other) => (other === known ? channel : other));
    return toDetail(channel);
  },
  'DELETE /api/channels/admin/:id': ({ params: { id } }, { memory }) => {
    if (id === 'averiado') throw new FakeRefusal('server.unavailable');
    const channel = findFakeChannel(memory, id);
    memory.channels = memory.channels.filter((other) => other !== channel);
    return { message: `Canal «${channel.name}» eliminado.` };
  },
};
