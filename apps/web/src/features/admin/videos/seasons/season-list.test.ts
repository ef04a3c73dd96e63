import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addChapter,
  addSeason,
  changeChapter,
  changeSeason,
  findChapter,
  moveChapter,
  readSeasons,
  removeChapter,
  removeSeason,
  stepPosition,
  type SeasonForm,
} from './season-list.ts';
import { toRows } from './season-row-list.ts';

const chapter = (id: string, chapterNumber: number) => ({
  _id: id,
  chapterNumber,
  title: id,
  url: `https://cine.example/${id}.mp4`,
  thumbnail: null,
  duration: '23:45',
  description: '',
  languages: [],
  quality: null,
  versions: [],
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

describe('an added season or chapter', () => {
  it('gets the next number and a title with that number', () => {
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

  it('gets the number after the highest one, whatever gaps there are', () => {
    expect(addChapter(twoSeasons(), 't1')[0]?.chapters.at(-1)?.title).toBe('Capítulo 6');
  });
});

describe('a moved chapter', () => {
  it('takes its new position in its season, whose chapters are renumbered', () => {
    expect(read(moveChapter(twoSeasons(), 'c', { seasonKey: 't1', index: 0 }))).toEqual(['c1 a2 b5', 'd1']);
  });

  it('leaves the numbers from 27 on to a season that continues the previous one', () => {
    const chapters = Array.from({ length: 26 }, (_, index) => chapter(`k${index + 27}-`, index + 27));
    const seasons = readSeasons([{ _id: 't2', seasonNumber: 2, title: 'Temporada 2', chapters }]);
    const [swapped = ''] = read(moveChapter(seasons, 'k31-', { seasonKey: 't2', index: 3 }));
    const numbers = swapped.split(' ').map((each) => Number(each.split('-')[1]));
    expect(swapped).toMatch(/^k27-27 k28-28 k29-29 k31-30 k30-31 k32-32 /);
    expect(numbers).toEqual(chapters.map(({ chapterNumber }) => chapterNumber));
  });

  it('gets the next number in another season when its own number does not fit', () => {
    expect(read(moveChapter(twoSeasons(), 'c', { seasonKey: 't2', index: 0 }))).toEqual(['a1 b2', 'c1 d2']);
  });

  it('leaves unique ascending numbers when two chapters had the same number', () => {
    const seasons = changeChapter(twoSeasons(), 'b', { chapterNumber: 1 });
    expect(read(moveChapter(seasons, 'c', { seasonKey: 't1', index: 0 }))).toEqual(['c1 a2 b5', 'd1']);
  });

  it('moves to another season', () => {
    expect(read(moveChapter(twoSeasons(), 'a', { seasonKey: 't2', index: 1 }))).toEqual(['b2 c5', 'd1 a2']);
  });

  it('keeps its number when the numbers still ascend', () => {
    expect(read(moveChapter(twoSeasons(), 'c', { seasonKey: 't2', index: 99 }))).toEqual(['a1 b2', 'd1 c5']);
  });

  it('changes nothing when it is dropped on its own position', () => {
    const seasons = twoSeasons();
    expect(moveChapter(seasons, 'b', { seasonKey: 't1', index: 1 })).toBe(seasons);
  });

  it('steps over the edge of a season into the neighbouring one', () => {
    const seasons = twoSeasons();
    expect(stepPosition(seasons, 'a', 1)).toEqual({ seasonKey: 't1', index: 1 });
    expect(stepPosition(seasons, 'c', 1)).toEqual({ seasonKey: 't2', index: 0 });
    expect(stepPosition(seasons, 'd', -1)).toEqual({ seasonKey: 't1', index: 3 });
    expect(stepPosition(seasons, 'a', -1)).toBeUndefined();
    expect(stepPosition(seasons, 'd', 1)).toBeUndefined();
  });
});

describe('changing or removing a chapter', () => {
  it('leaves every other season and chapter as they were', () => {
    const seasons = twoSeasons();
    const changed = changeChapter(seasons, 'b', { title: 'Otro' });
    expect(changed[1]).toBe(seasons[1]);
    expect(changed[0]?.chapters[0]).toBe(seasons[0]?.chapters[0]);
    expect(changed[0]?.chapters[1]?.title).toBe('Otro');
  });

  it('changes nothing when the chapter does not exist', () => {
    const seasons = twoSeasons();
    expect(changeChapter(seasons, 'nadie', { title: 'x' })).toBe(seasons);
    expect(removeChapter(seasons, 'nadie')).toBe(seasons);
  });

  it('keeps the numbers of the other chapters on removal', () => {
    expect(read(removeChapter(twoSeasons(), 'a'))).toEqual(['b2 c5', 'd1']);
  });
});

describe('a season', () => {
  it('is number 1 when it is the first one added', () => {
    expect(addSeason([])).toMatchObject([
      { seasonNumber: 1, title: 'Temporada 1', id: undefined, chapters: [] },
    ]);
  });

  it('gets the number after the highest, even when another was removed', () => {
    expect(addSeason(removeSeason(twoSeasons(), 't1')).at(-1)?.seasonNumber).toBe(3);
  });

  it('is changed or removed without affecting others', () => {
    const seasons = twoSeasons();
    const changed = changeSeason(seasons, 't2', { title: 'Final' });
    expect(changed.map(({ title }) => title)).toEqual(['Temporada 1', 'Final']);
    expect(changed[0]).toBe(seasons[0]);
    expect(removeSeason(seasons, 't1').map(({ key }) => key)).toEqual(['t2']);
    expect(removeSeason(seasons, 'nadie')).toEqual(seasons);
  });

  it('has an empty image field for a chapter when the server has no image', () => {
    const [season] = readSeasons([
      { _id: 't', seasonNumber: 1, title: '', chapters: [{ ...chapter('a', 1), thumbnail: '/a.webp' }] },
    ]);
    expect(season?.chapters[0]).toMatchObject({ key: 'a', id: 'a', thumbnail: '/a.webp' });
    expect(twoSeasons()[0]?.chapters[0]?.thumbnail).toBe('');
  });
});

/**
 * Arbitrary seasons for property tests: the chapter numbers may be out of order or occur twice, as an imported list may
 * bring them.
 */
const anySeasons = fc
  .array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 5 }), { minLength: 1, maxLength: 4 })
  .map((all) =>
    readSeasons(
      all.map((numbers, at) => ({
        _id: `t${at}`,
        seasonNumber: at + 1,
        title: '',
        chapters: numbers.map((number, index) => chapter(`${at}.${index}`, number)),
      })),
    ),
  );
const keysOf = (seasons: readonly SeasonForm[]) =>
  seasons.flatMap(({ chapters }) => chapters.map(({ key }) => key));

describe('any move of a chapter', () => {
  it('loses and duplicates no chapter, places it at its target, and leaves ascending numbers there', () => {
    fc.assert(
      fc.property(anySeasons, fc.nat(), fc.nat(), fc.nat(6), (seasons, which, where, index) => {
        const keys = keysOf(seasons);
        fc.pre(keys.length > 0);
        const key = keys[which % keys.length] ?? '';
        const seasonKey = seasons[where % seasons.length]?.key ?? '';
        const moved = moveChapter(seasons, key, { seasonKey, index });
        expect(keysOf(moved).toSorted()).toEqual(keys.toSorted());
        const others = seasons
          .find((each) => each.key === seasonKey)
          ?.chapters.filter((each) => each.key !== key);
        const at = { seasonKey, index: Math.min(index, others?.length ?? 0) };
        expect(findChapter(moved, key)).toEqual(at);
        if (moved === seasons) return;
        const numbers = moved
          .find((each) => each.key === seasonKey)
          ?.chapters.map((each) => each.chapterNumber);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      }),
    );
  });

  it('by one step up and one down returns it to its season and position', () => {
    fc.assert(
      fc.property(anySeasons, fc.nat(), (seasons, which) => {
        const keys = keysOf(seasons);
        fc.pre(keys.length > 0);
        const key = keys[which % keys.length] ?? '';
        const up = stepPosition(seasons, key, -1);
        fc.pre(up !== undefined);
        const above = moveChapter(seasons, key, up);
        const back = stepPosition(above, key, 1);
        fc.pre(back !== undefined);
        expect(findChapter(moveChapter(above, key, back), key)).toEqual(findChapter(seasons, key));
      }),
    );
  });
});

describe('the rows of the editor', () => {
  it('mark as first and last exactly the chapters that cannot go further up or down', () => {
    fc.assert(
      fc.property(anySeasons, (seasons) => {
        for (const row of toRows(seasons, new Set())) {
          if (row.kind !== 'chapter') continue;
          expect(row.isFirst).toBe(stepPosition(seasons, row.key, -1) === undefined);
          expect(row.isLast).toBe(stepPosition(seasons, row.key, 1) === undefined);
        }
      }),
    );
  });

  it('list each season between its heading and its end, without the chapters of a folded season', () => {
    expect(toRows(twoSeasons(), new Set(['t1'])).map(({ key }) => key)).toEqual([
      'inicio t1',
      'fin t1',
      'inicio t2',
      'd',
      'fin t2',
    ]);
  });
});
