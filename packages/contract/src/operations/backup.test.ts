import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { backupNameSchema, downloadBackup } from './backup.ts';

describe('the name of a backup', () => {
  it.each(['a.bak', '2026-11-21_10-00-00-manual.bak', `${'x'.repeat(81)}.bak`])(
    'is accepted as %s',
    (name) => {
      expect(backupNameSchema.parse(name)).toBe(name);
    },
  );

  it.each([
    '',
    '.bak',
    'a',
    'a.BAK',
    'a.bak.gz',
    '../a.bak',
    '..%2fa.bak',
    'carpeta/a.bak',
    '-a.bak',
    '_a.bak',
    'a b.bak',
    'a\u0000.bak',
    'a.bak\n',
    `${'x'.repeat(82)}.bak`,
  ])('is refused as %j', (name) => {
    expect(faultsOf(backupNameSchema, name)).toEqual([': No es el nombre de una copia.']);
  });

  it('has to be a string', () => {
    expect(faultsOf(backupNameSchema, undefined)).toEqual([': Debe ser el nombre de una copia.']);
  });
});

it('downloading a backup requires the administrator’s own password again', () => {
  expect(faultsOf(downloadBackup.input.body, {})).toEqual(['password: Este dato es obligatorio.']);
  expect(faultsOf(downloadBackup.input.body, { password: 'doce monos' })).toEqual([]);
});
