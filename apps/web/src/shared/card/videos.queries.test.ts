import { maxPageSize, type VideoCard, type VideoPage } from '@butaca/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { answerWith } from '../../../test/raw-server.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import {
  fetchWhole,
  listLoadedVideos,
  readPages,
  readWhole,
  videoPagesQuery,
  wholeListQuery,
} from './videos.queries.ts';

const videoOf = (id: string) => ({ id, title: `Título ${id}`, tipo: 'pelicula' }) as unknown as VideoCard;
const pageOf = (page: number, totalPages: number, ...ids: string[]) =>
  ({ page, totalPages, videos: ids.map(videoOf) }) as VideoPage;

/** Starts a server whose list of videos has `totalPages` pages with one video each. */
async function startPages(totalPages: number) {
  return answerWith(({ path }) => {
    const page = Number(new URL(path, 'http://x').searchParams.get('page'));
    return { body: [JSON.stringify(pageOf(page, totalPages, `v${page}`))] };
  });
}

afterEach(() => {
  sessionStore.end('absent');
  localStorage.clear();
});

describe('a list of videos that is fetched whole', () => {
  const { signal } = new AbortController();

  it('requests one large page after the other, with the filter of the list', async () => {
    const requests = await startPages(3);
    const list = await fetchWhole({ tipo: 'anime', genre: 'Acción' }, signal);
    expect(list).toEqual({ items: ['v1', 'v2', 'v3'].map(videoOf), isTruncated: false });
    expect(requests.map(({ path }) => path)).toEqual(
      [1, 2, 3].map((page) => `/api/videos?tipo=anime&genre=Acci%C3%B3n&page=${page}&limit=${maxPageSize}`),
    );
  });

  it.each([
    [1, 1, false],
    [4, 4, false],
    [5, 4, true],
    [0, 1, false],
  ])('of %i pages requests %i, and says whether it is truncated: %s', async (total, fetched, isTruncated) => {
    const requests = await startPages(total);
    expect((await fetchWhole({}, signal)).isTruncated).toBe(isTruncated);
    expect(requests).toHaveLength(fetched);
  });

  it('fails when a later page fails', async () => {
    await answerWith(({ path }) =>
      path.includes('page=1')
        ? { body: [JSON.stringify(pageOf(1, 2, 'a'))] }
        : { status: 500, body: ['{"code":"server.unexpected","error":"Error interno."}'] },
    );
    await expect(fetchWhole({}, signal)).rejects.toMatchObject({ code: 'server.unexpected' });
  });

  it('has a query key for each filter', () => {
    expect(wholeListQuery({ tipo: 'anime' }).queryKey).not.toEqual(wholeListQuery({}).queryKey);
  });
});

describe('a list of videos that is fetched page by page', () => {
  it('has a next page until the last one', () => {
    const { getNextPageParam } = videoPagesQuery({}, 60);
    const next = (page: number, total: number) => getNextPageParam(pageOf(page, total), [], page, []);
    expect([next(1, 3), next(3, 3), next(1, 0)]).toEqual([2, undefined, undefined]);
  });

  it('shows a title once when it is on two pages', () => {
    const cards = readPages([pageOf(1, 2, 'a', 'b'), pageOf(2, 2, 'b', 'c')]);
    expect(cards.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('keeps the same card objects of a page when further pages arrive', () => {
    const first = pageOf(1, 2, 'a', 'b');
    const [before] = readPages([first]);
    const [after] = readPages([first, pageOf(2, 2, 'c')]);
    expect(after).toBe(before);
  });

  it('has each title once when it is read as a whole list', () => {
    const { items, isTruncated } = readWhole({
      items: ['a', 'a', 'b'].map(videoOf),
      isTruncated: true,
      hasOpenTitle: true,
    });
    expect([items.map(({ id }) => id), isTruncated]).toEqual([['a', 'b'], true]);
  });
});

describe('listLoadedVideos', () => {
  it('returns the videos of every loaded page of every list, and none of lists that are pending', () => {
    const client = new QueryClient();
    const { queryKey } = videoPagesQuery({ tipo: 'anime' }, 60);
    client.setQueryData(queryKey, { pageParams: [1, 2], pages: [pageOf(1, 2, 'a'), pageOf(2, 2, 'b')] });
    client.setQueryData(videoPagesQuery({}, 60).queryKey, { pageParams: [1], pages: [pageOf(1, 1, 'c')] });
    void client.prefetchQuery({
      queryKey: videoPagesQuery({ tipo: 'serie' }, 60).queryKey,
      queryFn: () => new Promise(() => {}),
    });
    expect(listLoadedVideos(client)).toEqual(['a', 'b', 'c'].map(videoOf));
    client.clear();
    expect(listLoadedVideos(client)).toEqual([]);
  });
});
