import { tagCountries, tagLanguages, tagQualities } from '@butaca/contract';
import { namedCountries, namedLanguages, qualities, writtenCountries } from '@butaca/titles';
import { describe, expect, it } from 'vitest';
import { changedTags } from './source-tags.ts';

describe('what an administrator can choose', () => {
  it('has every language, country and quality that the reader of names tells', () => {
    expect(namedLanguages.filter((code) => !tagLanguages.includes(code))).toEqual([]);
    const countries = [...namedCountries, ...writtenCountries];
    expect(countries.filter((code) => !tagCountries.includes(code))).toEqual([]);
    expect(tagQualities).toEqual(qualities);
  });
});

describe('an edit of tags', () => {
  const known = { languages: ['es-419'], quality: 'HD', edition: null, edited_tags: ['quality'] };

  it('changes nothing where what was sent is stored already', () => {
    expect(changedTags({ languages: ['es-419'], quality: 'HD', edition: '' }, known)).toEqual({});
    expect(changedTags({ languages: undefined }, known)).toEqual({});
    expect(changedTags({ languages: [], quality: null })).toEqual({});
  });

  it('notes what was set, beside what was set before', () => {
    expect(changedTags({ languages: [], edition: 'Restaurada' }, known)).toEqual({
      languages: null,
      edition: 'Restaurada',
      edited_tags: ['edition', 'languages', 'quality'],
    });
  });
});
