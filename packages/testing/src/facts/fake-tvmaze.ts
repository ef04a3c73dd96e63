import { startFakeSource, type AnswerCall } from './fake-source.ts';
import { searchFakeWorks, type FakeSource, type FakeWork } from './fake-works.ts';

/**
 * A fake of TVmaze on a real socket: `/search/shows` and `/shows/:id` with what is embedded. It needs no key.
 *
 * @see https://www.tvmaze.com/api
 */
export const startFakeTvmaze = (): Promise<FakeSource> =>
  startFakeSource({
    basePath: '',
    answer,
    isAllowed: () => true,
    refusal: { name: 'Unauthorized', message: '', code: 0, status: 401 },
    absent: { name: 'Not Found', message: '', code: 0, status: 404 },
    odd: [{ score: 'x', show: { id: '1', name: null } }, null, { show: [] }],
  });

const searchMost = 10;

function answer(source: FakeSource): AnswerCall {
  return (url) => {
    if (url.pathname === '/search/shows') {
      const found = searchFakeWorks(source.works, 'series', url.searchParams.get('q') ?? '');
      return { body: found.slice(0, searchMost).map((work) => ({ score: 0.9, show: toShow(work) })) };
    }
    const id = /^\/shows\/(\d+)$/.exec(url.pathname)?.[1];
    const work = source.works.find((each) => each.kind === 'series' && String(each.id) === id);
    return work && { body: { ...toShow(work), _embedded: toEmbedded(work) } };
  };
}

const toShow = (work: FakeWork) => ({
  id: work.id,
  url: `https://www.tvmaze.com/shows/${work.id}/x`,
  name: work.originalName,
  type: 'Scripted',
  language: 'English',
  genres: work.genres ?? [],
  status: 'Ended',
  runtime: 60,
  averageRuntime: 60,
  premiered: work.date === '' ? null : work.date,
  ended: null,
  officialSite: null,
  schedule: { time: '21:00', days: ['Sunday'] },
  rating: { average: work.rating ?? null },
  weight: 99,
  network: null,
  webChannel: null,
  externals: { tvrage: null, thetvdb: 1, imdb: 'tt0000001' },
  image:
    work.poster === null
      ? null
      : {
          medium: `https://static.tvmaze.com/uploads/images/medium_portrait/1/${work.id}.jpg`,
          original: `https://static.tvmaze.com/uploads/images/original_untouched/1/${work.id}.jpg`,
        },
  summary: work.overview === undefined ? null : `<p><b>${work.originalName}</b> ${work.overview}</p>`,
  updated: 1_704_793_853,
  _links: { self: { href: `https://api.tvmaze.com/shows/${work.id}` } },
});

const toEmbedded = (work: FakeWork) => ({
  seasons: Array.from({ length: work.seasons ?? 1 }, (_none, index) => ({
    id: index + 1,
    number: index + 1,
    name: '',
    episodeOrder: 10,
    premiereDate: work.date,
    image: null,
    summary: '',
  })),
  akas: [work.name, ...(work.otherNames ?? [])].map((name) => ({
    name,
    country: { name: 'Mexico', code: 'MX', timezone: 'America/Mexico_City' },
  })),
  cast: (work.cast ?? []).map((name, id) => ({
    person: { id, name, image: null },
    character: { id, name: 'X', image: null },
    self: false,
    voice: false,
  })),
  images:
    work.backdrop === null
      ? []
      : [
          {
            id: 1,
            type: 'background',
            main: false,
            resolutions: {
              original: {
                url: `https://static.tvmaze.com/uploads/images/original_untouched/2/${work.id}.jpg`,
                width: 1920,
                height: 1080,
              },
            },
          },
        ],
});
