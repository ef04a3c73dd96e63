import { describe, expect, it } from 'vitest';
import {
  addChapter,
  addSeason,
  changeChapter,
  moveChapter,
  readSeasons,
  removeChapter,
  stepPosition,
  type SeasonForm,
} from './season-list.ts';

const chapter = (id: string, chapterNumber: number) => ({
  _id: id,
  chapterNumber,
  title: id,
  url: `https://cine.example/${id}.mp4`,
  thumbnail: null,
  duration: '23:45',
  description: '',
});

const twoSeasons = () =>
  readSeasons([
    {
      _id: 't1',
      seasonNumber: 1,
      title: 'Temporada 1',
      chapters: [chapter('a', 1), chapter('b', 2), chapter('c', 5)],
    },
    { _id: 't2', seasonNumber: 2, title: 'Temporada 2', chapters: [chapter('d', 1)] },
  ]);

const read = (seasons: readonly SeasonForm[]) =>
  seasons.map(({ chapters }) => chapters.map(({ key, chapterNumber }) => `${key}${chapterNumber}`).join(' '));

describe('what is added', () => {
  it('has the next number and the title of it', () => {
    const seasons = addSeason(twoSeasons());
    const third = seasons.at(-1);
    expect([third?.seasonNumber, third?.title]).toEqual([3, 'Temporada 3']);
    const [chapters] = addChapter(addChapter(seasons, third?.key ?? ''), third?.key ?? '')
      .slice(-1)
      .map((season) => season.chapters);
    expect(chapters?.map(({ title, duration, url }) => [title, duration, url])).toEqual([
      ['Capítulo 1', '0:00', ''],
      ['Capítulo 2', '0:00', ''],
    ]);
  });

  it('goes on after the highest number, whatever gaps there are', () => {
    expect(addChapter(twoSeasons(), 't1')[0]?.chapters.at(-1)?.title).toBe('Capítulo 6');
  });
});

describe('a chapter that is moved', () => {
  it('takes a place in its season, whose numbers are handed out anew', () => {
    expect(read(moveChapter(twoSeasons(), 'c', { seasonKey: 't1', index: 0 }))).toEqual(['c1 a2 b5', 'd1']);
  });

  it('leaves a season that goes on where another one ended with its numbers', () => {
    const chapters = Array.from({ length: 26 }, (_, index) => chapter(`k${index + 27}-`, index + 27));
    const seasons = readSeasons([{ _id: 't2', seasonNumber: 2, title: 'Temporada 2', chapters }]);
    const [swapped = ''] = read(moveChapter(seasons, 'k31-', { seasonKey: 't2', index: 3 }));
    const numbers = swapped.split(' ').map((each) => Number(each.split('-')[1]));
    expect(swapped).toMatch(/^k27-27 k28-28 k29-29 k31-30 k30-31 k32-32 /);
    expect(numbers).toEqual(chapters.map(({ chapterNumber }) => chapterNumber));
  });

  it('brings the next number into another season where its own does not fit', () => {
    expect(read(moveChapter(twoSeasons(), 'c', { seasonKey: 't2', index: 0 }))).toEqual(['a1 b2', 'c1 d2']);
  });

  it('is told from one that had its number', () => {
    const seasons = changeChapter(twoSeasons(), 'b', { chapterNumber: 1 });
    expect(read(moveChapter(seasons, 'c', { seasonKey: 't1', index: 0 }))).toEqual(['c1 a2 b5', 'd1']);
  });

  it('goes to another season', () => {
    expect(read(moveChapter(twoSeasons(), 'a', { seasonKey: 't2', index: 1 }))).toEqual(['b2 c5', 'd1 a2']);
  });

  it('keeps every number where these still ascend', () => {
    expect(read(moveChapter(twoSeasons(), 'c', { seasonKey: 't2', index: 99 }))).toEqual(['a1 b2', 'd1 c5']);
  });

  it('stays where it is put down on its own place', () => {
    const seasons = twoSeasons();
    expect(moveChapter(seasons, 'b', { seasonKey: 't1', index: 1 })).toBe(seasons);
  });

  it('steps over the edge of a season into its neighbour', () => {
    const seasons = twoSeasons();
    expect(stepPosition(seasons, 'a', 1)).toEqual({ seasonKey: 't1', index: 1 });
    expect(stepPosition(seasons, 'c', 1)).toEqual({ seasonKey: 't2', index: 0 });
    expect(stepPosition(seasons, 'd', -1)).toEqual({ seasonKey: 't1', index: 3 });
    expect(stepPosition(seasons, 'a', -1)).toBeUndefined();
    expect(stepPosition(seasons, 'd', 1)).toBeUndefined();
  });
});

describe('a change', () => {
  it('leaves every other season and chapter as they were', () => {
    const seasons = twoSeasons();
    const changed = changeChapter(seasons, 'b', { title: 'Otro' });
    expect(changed[1]).toBe(seasons[1]);
    expect(changed[0]?.chapters[0]).toBe(seasons[0]?.chapters[0]);
    expect(changed[0]?.chapters[1]?.title).toBe('Otro');
  });

  it('of what is not there is none', () => {
    const seasons = twoSeasons();
    expect(changeChapter(seasons, 'nadie', { title: 'x' })).toBe(seasons);
    expect(removeChapter(seasons, 'nadie')).toBe(seasons);
  });

  it('keeps the other numbers when a chapter is removed', () => {
    expect(read(removeChapter(twoSeasons(), 'a'))).toEqual(['b2 c5', 'd1']);
  });
});
