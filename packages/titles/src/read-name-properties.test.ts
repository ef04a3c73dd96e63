import { describe, expect, it } from 'vitest';
import { generateNames } from '../test/generated-names.ts';
import { latestYear, readHandLabelled, type LabelledName } from '../test/labelled-names.ts';
import type { NameReading } from './name-reading.ts';
import { readName } from './read-name.ts';

const labelled = [...readHandLabelled(), ...generateNames(1_200, 5)].filter(
  ({ fields }) => fields.kind !== 'channel',
);

const read = (name: string, { address }: Pick<LabelledName, 'address'>): NameReading =>
  readName(name, { latestYear, ...(address === 'series' ? { mayHaveChapter: true } : {}) });

/** What a name says besides its tags. */
const placeOf = ({ title, year, chapter }: NameReading): unknown => [
  title,
  year,
  chapter?.season,
  chapter?.first,
  chapter?.last,
  chapter?.isAbsolute,
];

/** Names in brackets, dots or with signs around them take no tag at an end without a blank or a bracket before it. */
const isPlain = ({ name }: LabelledName): boolean =>
  /^[\p{L}\d¡¿]/u.test(name) && /[\p{L}\d)\]]$/u.test(name);
const isSpaced = (name: string): boolean => name.includes(' ') && !/\p{L}\.\p{L}/u.test(name);
const plain = labelled.filter((each) => isPlain(each) && isSpaced(each.name));

/** Which names are read differently once a change is made to them. */
function findChanged(
  names: readonly LabelledName[],
  change: (name: string) => string,
  of: (reading: NameReading) => unknown,
): string[] {
  return names
    .filter((each) => {
      const [before, after] = [read(each.name, each), read(change(each.name), each)];
      return JSON.stringify(of(before)) !== JSON.stringify(of(after));
    })
    .map(({ name }) => change(name));
}

describe('a tag that is added to a name', () => {
  it.each([
    ' [LAT]',
    ' (Castellano)',
    ' 1080p',
    ' [4K]',
    ' [Castellano] 720p',
    ' [BluRay]',
    ' (Subtitulada)',
  ])('%s at the end changes neither title nor year nor chapter', (tag) => {
    expect(findChanged(plain, (name) => name + tag, placeOf)).toEqual([]);
  });

  it.each(['[LAT] ', 'LAT | ', '|MX| ', '┃ES┃ ', '🇲🇽 ', '4K | '])(
    '%s at the start changes neither title nor year nor chapter',
    (tag) => {
      expect(findChanged(plain, (name) => tag + name, placeOf)).toEqual([]);
    },
  );

  it('changes no other tag: a quality leaves the languages, a language the quality', () => {
    const others = ({ languages, country, edition, network }: NameReading): unknown => [
      languages,
      country,
      edition,
      network,
    ];
    expect(findChanged(plain, (name) => `${name} [1080p]`, others)).toEqual([]);
    const pictures = ({ quality, is60Fps, isHdr, edition }: NameReading): unknown => [
      quality,
      is60Fps,
      isHdr,
      edition,
    ];
    expect(findChanged(plain, (name) => `${name} [Castellano]`, pictures)).toEqual([]);
  });
});

describe('the order of tags', () => {
  const tags = ['[LAT]', '1080p', '(Remastered)', '[x265]', '[Netflix]'];
  const orders = tags.map((_tag, index) => [...tags.slice(index), ...tags.slice(0, index)].join(' '));
  const titles = ['Coco (2017)', 'Dark S01E02', '1917 (2019)', 'Volver', 'El clan 2015', 'Rubí Cap 12'];

  it.each(titles)('does not matter behind %s', (title) => {
    const readings = orders.map((order) => read(`${title} ${order}`, { address: '' }));
    for (const reading of readings) expect(reading).toEqual(readings[0]);
    expect(readings[0]).toMatchObject({ languages: ['es-419'], quality: 'FHD', edition: 'Remastered' });
  });

  it.each(titles)('does not matter in front of %s', (title) => {
    const front = (order: string): NameReading => read(`${order} ${title}`, { address: '' });
    expect(front('[LAT] [4K]')).toEqual(front('[4K] [LAT]'));
    expect(front('LAT | 4K |')).toEqual(front('4K | LAT |'));
  });
});

describe('a name that was read', () => {
  it('has a title that is read as itself again', () => {
    const changed = labelled.filter((each) => {
      const { title, chapter } = read(each.name, each);
      if (chapter !== undefined || title === '') return false;
      return readName(title, { latestYear, mayHaveChapter: false }).title !== title;
    });
    expect(changed.map(({ name }) => name)).toEqual([]);
  });

  it('is read the same with any blanks between its words', () => {
    expect(findChanged(labelled, (name) => name.replaceAll(' ', ' \u00a0 '), placeOf)).toEqual([]);
  });
});

describe('a name of five thousand characters', () => {
  const length = 5_000;
  const units = [
    '[',
    '[({',
    '[]()',
    '🎬🔥',
    '🇲🇽',
    'فيلم عربي ',
    'a\u0301\u0302\u0303',
    '1',
    '1 ',
    'HD ',
    'LAT ',
    'Dual ',
    'S01E01 ',
    'ES | ',
    'A.',
    'a_',
    '- ',
    '(2019) ',
    'Cap 1 [',
    'Ã±',
    '&#241;',
    '%20',
    '«',
  ];

  it.each(units)('of %j alone is read to a title no longer than it', (unit) => {
    const name = unit.repeat(Math.ceil(length / unit.length));
    for (const mayHaveChapter of [undefined, true, false]) {
      const { title, chapter } = readName(name, { latestYear, mayHaveChapter });
      expect(title.length).toBeLessThanOrEqual(name.length);
      expect(`${title}${chapter?.title ?? ''}`).not.toMatch(/\p{Surrogate}/u);
    }
  });
});
