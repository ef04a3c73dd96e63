import type { VideoDetail, WatchProgress } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { chooseChapter, findNextChapter, findPreviousChapter, flattenChapters } from './season-chapter.ts';

const chapter = (number: number, id: string) => ({
  _id: id,
  chapterNumber: number,
  title: id,
  description: '',
  thumbnail: null,
  duration: '0:00',
  url: '/api/stream/x/y',
  streamKind: 'file' as const,
});
const series = (watchProgress: Partial<WatchProgress> | null = null): VideoDetail =>
  ({
    seasons: [
      { seasonNumber: 1, title: '', chapters: [chapter(1, 'a'), chapter(2, 'b')] },
      { seasonNumber: 3, title: '', chapters: [chapter(1, 'c')] },
    ],
    watchProgress,
  }) as VideoDetail;
const none = { seasonIndex: undefined, chapterIndex: undefined };
const chosen = (video: VideoDetail, asked: Partial<typeof none> | object) =>
  chooseChapter(video, { ...none, ...asked })?.chapter._id;

describe('the chapter at which a series begins', () => {
  it('is the one that the link names', () => {
    expect(chosen(series(), { seasonIndex: 1, chapterIndex: 0 })).toBe('c');
    expect(chosen(series(), { chapterIndex: 1 })).toBe('b');
  });

  it('is the one that was watched last', () => {
    expect(chosen(series({ lastSeason: 3, lastChapter: 1 }), {})).toBe('c');
  });

  it('is the first one when the named or last watched one does not exist', () => {
    expect(chosen(series({ lastSeason: 9, lastChapter: 9 }), {})).toBe('a');
    expect(chosen(series(), { seasonIndex: 7 })).toBe('a');
    expect(chosen(series(), {})).toBe('a');
  });

  it('is undefined when the series has no seasons', () => {
    expect(chosen({ ...series(), seasons: [] }, {})).toBeUndefined();
  });
});

it('flattenChapters lists the chapters of all seasons in order, with their season number', () => {
  expect(
    flattenChapters(series()).map(({ seasonNumber, chapter: { _id } }) => `${seasonNumber}${_id}`),
  ).toEqual(['1a', '1b', '3c']);
});

it('the neighbours of a chapter are those that can be played, also of another season', () => {
  const video = series();
  const neighbours = (id: string) => [
    findPreviousChapter(video, id)?.chapter._id,
    findNextChapter(video, id)?.chapter._id,
  ];
  expect(['a', 'b', 'c', 'x'].map(neighbours)).toEqual([
    [undefined, 'b'],
    ['a', 'c'],
    ['b', undefined],
    [undefined, undefined],
  ]);
  const [first] = video.seasons;
  if (first?.chapters[1]) first.chapters[1] = { ...first.chapters[1], url: null };
  expect(neighbours('c')[0]).toBe('a');
});
