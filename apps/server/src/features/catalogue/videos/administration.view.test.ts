import { describe, expect, it } from 'vitest';
import type { VersionRow } from '../../../shared/video/versions.ts';
import { toAdminDetail, type AdminVideoRow } from './administration.view.ts';
import type { SeasonRows } from './videos.repository.ts';

const row = { id: 'v', title: 'Larga', tipo: 'serie', rating: null, languages: null } as AdminVideoRow;

/** Makes the seasons of a series; `read` is called for each chapter whose title is read. */
const seasonsOf = (titles: readonly string[], read = (): void => undefined): SeasonRows =>
  [
    {
      id: 's',
      season_number: 1,
      title: '',
      chapters: titles.map((title, nth) => ({
        id: `c${nth}`,
        chapter_number: nth + 1,
        address: `http://cine.ejemplo/${nth}.mkv`,
        get title() {
          read();
          return title;
        },
      })),
    },
  ] as unknown as SeasonRows;

/** Makes a version of each chapter; `read` is called when the chapter of a version is read. */
const versionsOf = (count: number, read = (): void => undefined): VersionRow[] =>
  Array.from({ length: count }, (_, nth) => ({
    id: `w${nth}`,
    address: `http://otro.ejemplo/${nth}.mkv`,
    get chapter_id() {
      read();
      return `c${nth}`;
    },
  })) as unknown as VersionRow[];

describe('a series of eight thousand chapters for its editor', () => {
  const titles = Array.from({ length: 8_000 }, (_, nth) => `Capítulo ${nth + 1}`);

  it('is converted two hundred chapters at a time, while other work goes on', async () => {
    const turns = new Map<number, number>();
    let turn = 0;
    let isOver = false;
    const pass = (): void => {
      turn += 1;
      if (!isOver) setImmediate(pass);
    };
    setImmediate(pass);
    const seasons = seasonsOf(titles, () => turns.set(turn, (turns.get(turn) ?? 0) + 1));
    const { seasons: shown } = await toAdminDetail(row, seasons, []);
    isOver = true;
    expect(shown[0]?.chapters).toHaveLength(titles.length);
    expect(Math.max(...turns.values())).toBeLessThanOrEqual(200);
  });

  it('looks at each version once', async () => {
    let looks = 0;
    const versions = versionsOf(titles.length, () => {
      looks += 1;
    });
    const { seasons } = await toAdminDetail(row, seasonsOf(titles), versions);
    expect(looks).toBe(titles.length);
    expect(seasons[0]?.chapters.at(-1)?.versions).toMatchObject([{ _id: 'w7999' }]);
  });
});

describe('the revision of a series', () => {
  const revisionOf = async (titles: readonly string[], versions: VersionRow[] = []) =>
    (await toAdminDetail(row, seasonsOf(titles), versions)).revision;

  it('is the same for the same state, and another one when a chapter or a version changes', async () => {
    const revision = await revisionOf(['Uno', 'Dos']);
    expect(await revisionOf(['Uno', 'Dos'])).toBe(revision);
    expect(await revisionOf(['Uno', 'Tres'])).not.toBe(revision);
    expect(await revisionOf(['Uno'])).not.toBe(revision);
    expect(await revisionOf(['Uno', 'Dos'], versionsOf(1))).not.toBe(revision);
  });
});
