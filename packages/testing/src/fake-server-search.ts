import { foldText, type FoundChapter, type SearchResults } from '@butaca/contract';
import type { FakeCaller, FakeRoutes } from './fake-server-caller.ts';
import { listActiveChannels } from './fake-server-home.ts';
import { toFakeCard } from './fake-server-memory.ts';
import { hasFakeWords, listFakeRecent, listFakeVideos } from './fake-server-videos.ts';
import { toFakeVideoCard } from './fake-videos.ts';

const searchLimit = 20;
const popularLimit = 12;

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether two words differ by one letter too many, too few or wrong, or by two exchanged letters. */
function isOneSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const rest = (word: string, skipped: number): string => word.slice(start + skipped);
  const isExchange =
    typed[start] === meant[start + 1] &&
    typed[start + 1] === meant[start] &&
    rest(typed, 2) === rest(meant, 2);
  return (
    typed !== meant &&
    (rest(typed, 1) === rest(meant, 1) ||
      rest(typed, 1) === rest(meant, 0) ||
      rest(typed, 0) === rest(meant, 1) ||
      isExchange)
  );
}

function findChapters(q: string, caller: FakeCaller): FoundChapter[] {
  return listFakeVideos(caller).flatMap((video) =>
    video.seasons.flatMap(({ seasonNumber, chapters }, seasonIndex) =>
      chapters
        .map((chapter, chapterIndex) => ({ ...chapter, chapterIndex }))
        .filter(({ title }) => !/^cap[ií]tulo \d+$/i.test(title) && hasFakeWords([title], q))
        .map(({ _id, title, chapterNumber, chapterIndex }) => ({
          _id,
          title,
          seasonNumber,
          chapterNumber,
          seasonIndex,
          chapterIndex,
          video: toFakeVideoCard(video, caller.account),
        })),
    ),
  );
}

/** How well a title fits a search; 0 is best: it begins with the text, contains its words, or does not. */
function rankOf(title: string, q: string): number {
  if (foldText(title).startsWith(foldText(q))) return 0;
  return hasFakeWords([title], q) ? 1 : 2;
}

function find(q: string, caller: FakeCaller): SearchResults {
  const wanted = foldText(q);
  return {
    channels: listActiveChannels(caller)
      .filter(({ name, description }) => hasFakeWords([name, description], q))
      .slice(0, searchLimit)
      .map((channel) => toFakeCard(caller.memory, channel, caller.account)),
    videos: listFakeVideos(caller)
      .filter(
        ({ title, description, genres }) =>
          hasFakeWords([title, description], q) ||
          (wanted.length > 3 && genres.some((genre) => foldText(genre).startsWith(wanted))),
      )
      .toSorted((a, b) => rankOf(a.title, q) - rankOf(b.title, q))
      .slice(0, searchLimit)
      .map((video) => toFakeVideoCard(video, caller.account)),
    chapters: findChapters(q, caller).slice(0, searchLimit),
  };
}

/** A text that a person may have meant with a search, with one slip corrected in each word that no title contains. */
function correct(q: string, caller: FakeCaller): string {
  const known = [
    ...listFakeVideos(caller).flatMap(({ title, genres }) => [title, ...genres]),
    ...listActiveChannels(caller).map(({ name }) => name),
  ].flatMap(wordsOf);
  return wordsOf(q)
    .map((word) =>
      word.length < 4 || known.some((each) => each.startsWith(word))
        ? word
        : (known.find((each) => isOneSlip(word, each)) ?? word),
    )
    .join(' ');
}

const isEmpty = ({ channels, videos, chapters }: SearchResults): boolean =>
  channels.length + videos.length + chapters.length === 0;

export const searchRoutes: Pick<FakeRoutes, Extract<keyof FakeRoutes, `${string} /api/search${string}`>> = {
  'GET /api/search': ({ query: { q } }, caller) => {
    const found = find(q, caller);
    const corrected = correct(q, caller);
    if (!isEmpty(found) || corrected === '') return found;
    const other = find(corrected, caller);
    return isEmpty(other) ? found : { ...other, corrected };
  },
  'GET /api/search/popular': (_request, caller) => {
    const counts = new Map<string, number>();
    for (const { videoId } of caller.memory.progress) counts.set(videoId, (counts.get(videoId) ?? 0) + 1);
    const watched = listFakeVideos(caller)
      .filter(({ _id }) => counts.has(_id))
      .toSorted((a, b) => (counts.get(b._id) ?? 0) - (counts.get(a._id) ?? 0))
      .slice(0, popularLimit);
    return watched.length > 0
      ? { basis: 'watched', videos: watched.map((video) => toFakeVideoCard(video, caller.account)) }
      : { basis: 'recent', videos: listFakeRecent(caller) };
  },
};
