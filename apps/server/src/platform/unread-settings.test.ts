import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variableNames } from './config.ts';
import { findUnreadSettings } from './unread-settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-settings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('settings that are not read', () => {
  it.each([
    ['REDIS_ULR', 'REDIS_URL'],
    ['DATABASE_UR', 'DATABASE_URL'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['Public_Url', 'PUBLIC_URL'],
    ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ])('are named with the one that was meant: %s', (name, meant) => {
    expect(findUnreadSettings({ [name]: 'secreto' }, folder)).toEqual([
      `${name} no es un ajuste de Butaca y no se lee: ¿querías decir ${meant}?`,
    ]);
  });

  it('are none of the names that the server reads, nor those of other programs', () => {
    const names = [
      ...variableNames,
      'HOME',
      'PATH',
      'HOSTNAME',
      'LOGNAME',
      'LANGUAGE',
      'NODE_OPTIONS',
      'POSTGRES_DB',
    ];
    expect(findUnreadSettings(Object.fromEntries(names.map((name) => [name, 'x'])), folder)).toEqual([]);
  });

  it('are those of a file .env beside the place where the server was started', async () => {
    const file = join(folder, '.env');
    await writeFile(file, 'PORT=4000\n');
    expect(findUnreadSettings({}, folder)).toEqual([
      `${file} no se lee: para que valga, arranca con «set -a; . ./.env; set +a; npm start».`,
    ]);
    await rm(file);
  });
});
