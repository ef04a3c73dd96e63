import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import { hasRoom, readWriteError } from './disk-room.ts';

it('hasRoom compares the free space of a disk with the space that must stay free', async () => {
  expect(await hasRoom(tmpdir(), 0)).toBe(true);
  expect(await hasRoom(tmpdir(), Number.MAX_SAFE_INTEGER)).toBe(false);
});

it('hasRoom takes a folder that does not exist for one with room', async () => {
  expect(await hasRoom('/no/hay/tal/carpeta', Number.MAX_SAFE_INTEGER)).toBe(true);
});

it('readWriteError turns a full disk into server.storage_full with a delay, and keeps other errors', () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  expect(readWriteError(full)).toMatchObject({ code: 'server.storage_full', retryAfterSeconds: 60 });
  for (const error of [
    Object.assign(new Error('no'), { code: 'EACCES' }),
    new AppError('conversion.busy'),
    'odd',
  ])
    expect(readWriteError(error)).toBe(error);
});
