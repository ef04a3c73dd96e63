import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { backupNameSchema, downloadBackup } from './backup.ts';

describe('the name of a backup', () => {
  it.each(['a.bak', '2026-11-21_10-00-00-manual.bak', `${'x'.repeat(81)}.bak`])('may be %s', (name) => {
    expect(backupNameSchema.parse(name)).toBe(name);
  });

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
  ])('may not be %j', (name) => {
    expect(faultsOf(backupNameSchema, name)).toEqual([': No es el nombre de una copia.']);
  });

  it('is a text', () => {
    expect(faultsOf(backupNameSchema, undefined)).toEqual([': Debe ser el nombre de una copia.']);
  });
});

it('a backup is downloaded only with the own password once more', () => {
  expect(faultsOf(downloadBackup.input.body, {})).toEqual(['password: Es obligatorio.']);
  expect(faultsOf(downloadBackup.input.body, { password: 'doce monos' })).toEqual([]);
});
