import { foldText, type Facts, type TitleMatch, type TitleMatchState } from '@butaca/contract';
import { keepAct } from './fake-server-accounts.ts';
import { FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import { findFakeVideo } from './fake-server-videos.ts';

type FactRoute = Extract<
  keyof FakeRoutes,
  `${string} /api/admin/facts${string}` | 'POST /api/admin/videos/:id/automatic'
>;

function show({ memory: { facts } }: FakeCaller): Facts {
  const { counts, isPaused, sources } = facts;
  const isUsable = sources.some(({ isOn, needsKey, keyFrom }) => isOn && (!needsKey || keyFrom !== null));
  const isDone = counts.looked >= counts.titles;
  return {
    state: !isUsable ? 'off' : isPaused ? 'paused' : isDone ? 'done' : 'looking',
    ...counts,
    sentence: `${counts.looked} de ${counts.titles} ${counts.titles === 1 ? 'título' : 'títulos'}, ${counts.toConfirm} por confirmar`,
    waitsUntil: null,
    sources,
  };
}

function findMatch({ memory }: FakeCaller, id: string): TitleMatch {
  const found = memory.facts.matches.find(({ _id }) => _id === id);
  if (found === undefined) throw new FakeRefusal('match.not_found');
  return found;
}

function stateOf({ work, decision, candidates }: TitleMatch): TitleMatchState {
  if (decision !== null) return 'decided';
  if (work !== null) return 'matched';
  return candidates.length > 0 ? 'unsure' : 'none';
}

/** The fake server's API routes for facts of titles. */
export const factRoutes: Pick<FakeRoutes, FactRoute> = {
  'GET /api/admin/facts': (_request, caller) => show(caller),
  'PUT /api/admin/facts': ({ body: { isPaused, tmdbKey, sources = {} } }, caller) => {
    const { facts } = caller.memory;
    facts.isPaused = isPaused ?? facts.isPaused;
    for (const source of facts.sources) {
      source.isOn = sources[source.key] ?? source.isOn;
      if (source.key === 'tmdb' && tmdbKey !== undefined) source.keyFrom = tmdbKey === null ? null : 'panel';
    }
    keepAct(caller, 'facts.update', '');
    return show(caller);
  },
  'GET /api/admin/facts/matches': ({ query: { state, q = '', page, limit } }, caller) => {
    const found = caller.memory.facts.matches.filter(
      (match) => stateOf(match) === state && foldText(match.title).includes(foldText(q)),
    );
    const matches = found.slice((page - 1) * limit, page * limit);
    return { matches, page, totalPages: Math.ceil(found.length / limit), total: found.length };
  },
  'PUT /api/admin/facts/matches/:id': ({ params: { id }, body: { source, workId } }, caller) => {
    if ((source === null) !== (workId === null)) throw new FakeRefusal('input.invalid');
    const match = findMatch(caller, id);
    const chosen = match.candidates.find((each) => each.source === source && each.workId === workId);
    if (source !== null && chosen === undefined) throw new FakeRefusal('match.candidate_unknown');
    const { work, decision } = match;
    caller.memory.facts.previous.set(id, { work, decision });
    const { username } = personOf(caller);
    match.decision = { username, decidedAt: '2026-11-30T12:00:00.000Z' };
    match.work =
      chosen === undefined
        ? null
        : { source: chosen.source, workId: chosen.workId, name: chosen.name, year: chosen.year };
    keepAct(caller, 'match.decide', match.title);
    return match;
  },
  'DELETE /api/admin/facts/matches/:id': ({ params: { id } }, caller) => {
    const match = findMatch(caller, id);
    const previous = caller.memory.facts.previous.get(id);
    if (match.decision === null || previous === undefined) throw new FakeRefusal('match.not_decided');
    Object.assign(match, previous);
    caller.memory.facts.previous.delete(id);
    keepAct(caller, 'match.undo', match.title);
    return match;
  },
  'POST /api/admin/videos/:id/automatic': ({ params: { id } }, { memory }) => {
    findFakeVideo(memory, id);
    return { message: 'Nadie había cambiado a mano esos campos.' };
  },
};
