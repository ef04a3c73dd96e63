import { expect, it } from 'vitest';
import { orderVersions, type VersionFields } from './order-versions.ts';

const version = (languages: string[] | null, quality: string | null = null, edition: string | null = null) =>
  ({ languages, quality, edition }) satisfies VersionFields;

it('puts the same version first, then the same languages, then one of them, then others', () => {
  const other = version(['en'], '1080p');
  const dual = version(['en', 'es-419'], '1080p');
  const sameLanguage = version(['es-419'], '720p');
  const cut = version(['es-419'], '1080p', 'Versión extendida');
  const same = version(['es-419'], '1080p');
  expect(orderVersions(version(['es-419'], '1080p'), [other, dual, sameLanguage, cut, same])).toEqual([
    same,
    sameLanguage,
    cut,
    dual,
    other,
  ]);
});

it('takes versions without a language for one language, and the order of several for the same', () => {
  const named = version(['es']);
  const unnamed = version(null);
  const none = version([]);
  expect(orderVersions(version(null), [named, unnamed, none])).toEqual([unnamed, none, named]);
  const swapped = version(['en', 'es']);
  expect(orderVersions(version(['es', 'en']), [named, swapped])).toEqual([swapped, named]);
});
