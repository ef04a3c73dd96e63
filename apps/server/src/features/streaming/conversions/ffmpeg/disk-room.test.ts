import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import { hasRoom, readWriteError } from './disk-room.ts';

it('sees whether a disk has the room that must stay free', async () => {
  expect(await hasRoom(tmpdir(), 0)).toBe(true);
  expect(await hasRoom(tmpdir(), Number.MAX_SAFE_INTEGER)).toBe(false);
});

it('takes a folder that is not there yet for one with room', async () => {
  expect(await hasRoom('/no/hay/tal/carpeta', Number.MAX_SAFE_INTEGER)).toBe(true);
});

it('tells a full disk as that, with when to come back, and leaves every other failure as it is', () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  expect(readWriteError(full)).toMatchObject({ code: 'server.storage_full', retryAfterSeconds: 60 });
  for (const error of [
    Object.assign(new Error('no'), { code: 'EACCES' }),
    new AppError('conversion.busy'),
    'odd',
  ])
    expect(readWriteError(error)).toBe(error);
});
