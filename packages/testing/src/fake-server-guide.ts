import {
  foldText,
  remindersMost,
  type ChannelCard,
  type GuideChannel,
  type GuideCoverage,
  type GuideMatch,
  type GuideMatchState,
  type GuideSource,
  type Programme,
  type Reminder,
} from '@butaca/contract';
import { requireFakePlan } from './fake-channel-plan.ts';
import { findFakeChannel } from './fake-server-channel-administration.ts';
import {
  makeFakeGuideMatch,
  makeFakeGuideSource,
  type FakeProgramme,
  type FakeReminder,
} from './fake-guide.ts';
import { keepAct } from './fake-server-accounts.ts';
import { FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import { listActiveChannels } from './fake-server-home.ts';
import { toFakeCard } from './fake-server-memory.ts';

type GuideRoute = Extract<
  keyof FakeRoutes,
  | `${string} /api/admin/guide${string}`
  | `${string} /api/guide${string}`
  | `${string} /api/channels/id/:id/archive${string}`
>;

function findSource({ memory }: FakeCaller, id: string): GuideSource {
  const found = memory.guide.sources.find(({ _id }) => _id === id);
  if (found === undefined) throw new FakeRefusal('guide.not_found');
  return found;
}

function addSource(
  caller: FakeCaller,
  given: Omit<Parameters<typeof makeFakeGuideSource>[0], '_id'>,
): GuideSource {
  const { sources } = caller.memory.guide;
  const place = sources.length + 1;
  const source = makeFakeGuideSource({
    ...given,
    name: given.name,
    _id: `guia-${place}`,
    place,
    state: 'refreshing',
  });
  sources.push(source);
  keepAct(caller, 'guide.create', source.name);
  return source;
}

/** The address of a guide as the fake server shows it: without path and query. */
const shown = (address: string): string =>
  `${new URL(address).origin}/${new URL(address).pathname.split('/').at(-1)}`;

const toProgramme = ({
  description: _description,
  year: _year,
  ageRating: _ageRating,
  isRepeat: _isRepeat,
  ...programme
}: FakeProgramme): Programme => programme;

/** The cards of the channels that the person sees, with their programmes. */
function listChannels(caller: FakeCaller): { channel: ChannelCard; programmes: FakeProgramme[] }[] {
  personOf(caller);
  return listActiveChannels(caller).map((channel) => ({
    channel: toFakeCard(caller.memory, channel, caller.account),
    programmes: caller.memory.guide.programmes.get(channel._id) ?? [],
  }));
}

const nowOf = ({ memory }: FakeCaller): Date => new Date(Date.now() + memory.clockAheadMs);
const isOn = ({ startsAt, endsAt }: Programme, at: Date): boolean =>
  Date.parse(startsAt) <= at.getTime() && at.getTime() < Date.parse(endsAt);

function countCoverage(caller: FakeCaller): GuideCoverage {
  const channels = listChannels(caller);
  const withGuide = channels.filter(({ programmes }) => programmes.length > 0).length;
  const toConfirm = caller.memory.guide.matches.filter((match) => stateOf(match) === 'unsure').length;
  const waiting = toConfirm === 0 ? '' : `; ${toConfirm} por confirmar`;
  const verb = withGuide === 1 ? 'tiene' : 'tienen';
  const sentence = `${withGuide} de ${channels.length} canales ${verb} guía${waiting}`;
  return { channels: channels.length, withGuide, toConfirm, sentence };
}

function stateOf({ candidates, link, decision }: GuideMatch): GuideMatchState {
  if (decision !== null) return 'decided';
  if (link !== null) return 'matched';
  return candidates.length > 0 ? 'unsure' : 'none';
}

/** The channels of guides that the fake server knows. */
const listGuideChannels = ({ memory: { guide } }: FakeCaller): GuideChannel[] => [
  ...guide.channels,
  ...guide.matches.flatMap(({ candidates }) => candidates.map(({ score: _score, ...channel }) => channel)),
];

function findMatch({ memory }: FakeCaller, id: string): GuideMatch {
  const known = memory.guide.matches.find(({ channelId }) => channelId === id);
  if (known !== undefined) return known;
  const channel = memory.channels.find(({ _id }) => _id === id);
  if (channel === undefined) throw new FakeRefusal('channel.not_found');
  const number = memory.channels.indexOf(channel) + 1;
  return makeFakeGuideMatch({ channelId: id, name: channel.name, section: channel.section, number });
}

/** Refreshes stay «refreshing» until the test changes them. */
export const guideRoutes: Pick<FakeRoutes, GuideRoute> = {
  'GET /api/admin/guide/sources': (_request, caller) => {
    const { sources, offers } = caller.memory.guide;
    return { sources, offers, coverage: countCoverage(caller) };
  },
  'POST /api/admin/guide/sources': ({ body }, caller) => {
    const address = shown(body.address);
    if (caller.memory.guide.sources.some((source) => source.address === address))
      throw new FakeRefusal('guide.duplicate');
    const name = body.name || new URL(body.address).hostname;
    const { timeZone = null, refreshHours = 12 } = body;
    return addSource(caller, { name, address, timeZone, refreshHours });
  },
  'POST /api/admin/guide/offers/:id/accept': ({ params: { id } }, caller) => {
    const { guide } = caller.memory;
    const offer = guide.offers.find(({ _id }) => _id === id);
    if (offer === undefined) throw new FakeRefusal('offer.not_found');
    guide.offers = guide.offers.filter((other) => other !== offer);
    const { kind, providerId, providerName: name, address } = offer;
    return addSource(caller, { kind, providerId, name, address });
  },
  'POST /api/admin/guide/files': (_request, caller) => {
    const { file, form } = caller;
    if (file === undefined) throw new FakeRefusal('guide.file_missing');
    if (form['source'] === undefined)
      return addSource(caller, {
        kind: 'file',
        name: form['name'] || file.name,
        address: '',
        timeZone: form['timeZone'] ?? null,
        refreshHours: null,
      });
    const source = findSource(caller, form['source']);
    if (source.kind !== 'file') throw new FakeRefusal('guide.not_file');
    source.state = 'refreshing';
    keepAct(caller, 'guide.upload', source.name);
    return source;
  },
  'PUT /api/admin/guide/sources/:id': ({ params: { id }, body }, caller) => {
    const source = findSource(caller, id);
    const { address, userAgent: _userAgent, referrer: _referrer, place, ...sent } = body;
    if (address !== undefined && source.kind !== 'address') throw new FakeRefusal('guide.no_address');
    const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    Object.assign(source, changes, address !== undefined && { address: shown(address) });
    const { guide } = caller.memory;
    if (place !== undefined) {
      const others = guide.sources.filter((other) => other !== source);
      guide.sources = others.toSpliced(place - 1, 0, source);
      for (const [index, each] of guide.sources.entries()) each.place = index + 1;
    }
    keepAct(caller, 'guide.update', source.name);
    return source;
  },
  'POST /api/admin/guide/sources/:id/refresh': ({ params: { id } }, caller) => {
    const source = findSource(caller, id);
    if (source.state === 'refreshing') throw new FakeRefusal('guide.refreshing');
    source.state = 'refreshing';
    keepAct(caller, 'guide.refresh', source.name);
    return source;
  },
  'DELETE /api/admin/guide/sources/:id': ({ params: { id } }, caller) => {
    const source = findSource(caller, id);
    const { guide } = caller.memory;
    guide.sources = guide.sources.filter((other) => other !== source);
    for (const [index, each] of guide.sources.entries()) each.place = index + 1;
    keepAct(caller, 'guide.remove', source.name);
    return { message: `Guía «${source.name}» eliminada.` };
  },
  'GET /api/admin/guide/matches': ({ query: { state, q = '', page, limit } }, caller) => {
    const { matches: known } = caller.memory.guide;
    const others = caller.memory.channels.filter(({ _id }) =>
      known.every(({ channelId }) => channelId !== _id),
    );
    const found = [...known, ...others.map(({ _id }) => findMatch(caller, _id))].filter(
      (match) => stateOf(match) === state && foldText(match.name).includes(foldText(q)),
    );
    const matches = found.slice((page - 1) * limit, page * limit);
    return { matches, page, totalPages: Math.ceil(found.length / limit), total: found.length };
  },
  'GET /api/admin/guide/matches/:id': ({ params: { id } }, caller) => findMatch(caller, id),
  'GET /api/admin/guide/channels': ({ query: { q, source, page, limit } }, caller) => {
    const words = foldText(q).split(' ');
    const found = listGuideChannels(caller).filter(({ sourceId, guideId, names }) => {
      const text = foldText([...names, guideId].join(' '));
      return (source === undefined || source === sourceId) && words.every((word) => text.includes(word));
    });
    const channels = found.slice((page - 1) * limit, page * limit);
    return { channels, page, totalPages: Math.ceil(found.length / limit), total: found.length };
  },
  'PUT /api/admin/guide/matches/:id': ({ params: { id }, body: { sourceId, guideId } }, caller) => {
    const match = findMatch(caller, id);
    if ((sourceId === null) !== (guideId === null)) throw new FakeRefusal('input.invalid');
    const chosen = listGuideChannels(caller).find(
      (each) => each.sourceId === sourceId && each.guideId === guideId,
    );
    if (sourceId !== null && chosen === undefined) throw new FakeRefusal('guide.channel_unknown');
    const { username } = personOf(caller);
    const { guide } = caller.memory;
    if (match.decision?.sourceId !== sourceId || match.decision.guideId !== guideId)
      guide.previousDecisions.set(id, match.decision);
    if (match.decision === null) guide.matchedLinks.set(id, { link: match.link, reason: match.reason });
    match.decision = { sourceId, guideId, username, decidedAt: nowOf(caller).toISOString() };
    match.link = chosen ?? null;
    match.reason = null;
    if (!guide.matches.includes(match)) guide.matches.push(match);
    keepAct(caller, 'guide.decide', match.name);
    return match;
  },
  'DELETE /api/admin/guide/matches/:id': ({ params: { id } }, caller) => {
    const match = findMatch(caller, id);
    if (match.decision === null) throw new FakeRefusal('guide.not_decided');
    const { guide } = caller.memory;
    match.decision = guide.previousDecisions.get(id) ?? null;
    guide.previousDecisions.delete(id);
    const { decision } = match;
    const matched = decision === null ? guide.matchedLinks.get(id) : undefined;
    match.reason = matched?.reason ?? null;
    match.link =
      decision === null
        ? (matched?.link ?? null)
        : (listGuideChannels(caller).find(
            (each) => each.sourceId === decision.sourceId && each.guideId === decision.guideId,
          ) ?? null);
    if (stateOf(match) === 'none') guide.matches = guide.matches.filter((other) => other !== match);
    keepAct(caller, 'guide.undo', match.name);
    return match;
  },
  'GET /api/guide': ({ query: { channels: ids, from, to } }, caller) => {
    const known = new Map(listChannels(caller).map((each) => [each.channel._id, each.programmes]));
    return {
      now: nowOf(caller).toISOString(),
      channels: ids.flatMap((channelId) => {
        const programmes = known.get(channelId);
        if (programmes === undefined) return [];
        const within = programmes.filter(
          ({ startsAt, endsAt }) => new Date(endsAt) > from && new Date(startsAt) < to,
        );
        return { channelId, programmes: within.map(toProgramme) };
      }),
    };
  },
  'GET /api/guide/now': ({ query: { section, channels: ids } }, caller) => {
    const now = new Date(Math.floor(nowOf(caller).getTime() / 60_000) * 60_000);
    return {
      now: now.toISOString(),
      channels: listChannels(caller)
        .filter(({ channel }) => section === undefined || channel.section === section)
        .filter(({ channel }) => ids === undefined || ids.includes(channel._id))
        .flatMap(({ channel, programmes }) => {
          const present = programmes.find((each) => isOn(each, now));
          const next = programmes.find(({ startsAt }) => new Date(startsAt) > now);
          if (present === undefined && next === undefined) return [];
          return {
            channelId: channel._id,
            now: present === undefined ? null : toProgramme(present),
            next: next === undefined ? null : toProgramme(next),
            archiveDays: caller.memory.guide.archiveDays.get(channel._id) ?? null,
          };
        }),
    };
  },
  'GET /api/guide/programmes/:id/:start': ({ params: { id, start } }, caller) => {
    const channels = listChannels(caller);
    const found = channels.find(({ channel }) => channel._id === id);
    if (found === undefined) throw new FakeRefusal('channel.not_found');
    const programme = found.programmes.find((each) => isOn(each, start));
    if (programme === undefined) throw new FakeRefusal('programme.not_found');
    const now = nowOf(caller);
    const isLater = (each: FakeProgramme) => each !== programme && new Date(each.startsAt) >= now;
    return {
      now: now.toISOString(),
      channel: found.channel,
      programme,
      otherShowings: channels.flatMap(({ channel, programmes }) =>
        programmes
          .filter(
            (each) => isLater(each) && each.title === programme.title && each.episode === programme.episode,
          )
          .map((each) => ({ ...toProgramme(each), channel })),
      ),
      nextEpisodes: found.programmes
        .filter(
          ({ title, episode, startsAt }) =>
            title === programme.title &&
            episode !== null &&
            episode !== programme.episode &&
            startsAt > programme.startsAt,
        )
        .map(toProgramme),
    };
  },
  'GET /api/channels/id/:id/archive/:start': ({ params: { id, start }, query: { from } }, caller) => {
    const { memory } = caller;
    const channel = findFakeChannel(memory, id);
    requireFakePlan(personOf(caller), channel);
    const programme = (memory.guide.programmes.get(id) ?? []).find((each) => isOn(each, start));
    if (programme === undefined) throw new FakeRefusal('programme.not_found');
    const now = nowOf(caller);
    if (!programme.canPlayFromStart) throw new FakeRefusal('archive.not_found');
    const beginsAt = from === undefined ? programme.startsAt : from.toISOString();
    return {
      ...toFakeCard(memory, channel, caller.account),
      url: `/api/stream/archivo-${id}-${Date.parse(beginsAt)}/index.m3u8`,
      streamKind: 'hls',
      programme: toProgramme(programme),
      beginsAt,
      now: now.toISOString(),
    };
  },
  'GET /api/guide/search': ({ query: { q } }, caller) => {
    const now = nowOf(caller);
    return {
      now: now.toISOString(),
      programmes: listChannels(caller).flatMap(({ channel, programmes }) =>
        programmes
          .filter(({ title, endsAt }) => new Date(endsAt) > now && foldText(title).includes(foldText(q)))
          .slice(0, 1)
          .map((each) => ({ ...toProgramme(each), channel })),
      ),
    };
  },
  'GET /api/guide/reminders': (_request, caller) => {
    const now = nowOf(caller);
    const { username } = personOf(caller);
    return {
      now: now.toISOString(),
      reminders: caller.memory.guide.reminders
        .filter((each) => each.username === username && new Date(each.endsAt) > now)
        .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
        .flatMap((each) => toReminder(caller, each)),
    };
  },
  'POST /api/guide/reminders': ({ body: { channelId, startsAt: at } }, caller) => {
    const { username } = personOf(caller);
    const found = listChannels(caller).find(({ channel }) => channel._id === channelId);
    if (found === undefined) throw new FakeRefusal('channel.not_found');
    const programme = found.programmes.find((each) => isOn(each, at));
    if (programme === undefined) throw new FakeRefusal('programme.not_found');
    const { title, startsAt, endsAt } = programme;
    if (new Date(startsAt) <= nowOf(caller)) throw new FakeRefusal('programme.begun');
    const { reminders } = caller.memory.guide;
    const known = reminders.find(
      (each) => each.username === username && each.channelId === channelId && each.startsAt === startsAt,
    );
    if (known === undefined && reminders.length >= remindersMost) throw new FakeRefusal('reminder.too_many');
    const reminder = known ?? {
      _id: `recordatorio-${reminders.length + 1}`,
      username,
      channelId,
      title,
      startsAt,
      endsAt,
    };
    if (known === undefined) reminders.push(reminder);
    return { ...withoutOwner(reminder), channel: found.channel };
  },
  'DELETE /api/guide/reminders/:id': ({ params: { id } }, caller) => {
    const { username } = personOf(caller);
    const { guide } = caller.memory;
    const found = guide.reminders.find((each) => each.username === username && each._id === id);
    if (found === undefined) throw new FakeRefusal('reminder.not_found');
    guide.reminders = guide.reminders.filter((each) => each !== found);
    return { message: 'Recordatorio eliminado.' };
  },
};

const withoutOwner = ({ _id, title, startsAt, endsAt }: FakeReminder): Omit<Reminder, 'channel'> => ({
  _id,
  title,
  startsAt,
  endsAt,
});

function toReminder(caller: FakeCaller, reminder: FakeReminder): Reminder[] {
  const found = listChannels(caller).find(({ channel }) => channel._id === reminder.channelId);
  return found === undefined ? [] : [{ ...withoutOwner(reminder), channel: found.channel }];
}
