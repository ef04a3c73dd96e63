import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerWith } from '../../../test/raw-server.ts';
import { sessionStore } from '../session/session-store.ts';
import { downloadFile } from './download.ts';

const { createObjectURL, revokeObjectURL } = URL;
const device = 'a'.repeat(32);
const user = { username: 'ada', role: 'admin', plan: 'premium' } as const;

/** The files that the page has made the browser save, with their names; jsdom saves nothing. */
let saved: { name: string; file: Blob }[];
let revoked: string[];

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('deviceId', device);
  sessionStore.start({ token: 'ficha', user });
  saved = [];
  revoked = [];
  const files = new Map<string, Blob>();
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      const address = `blob:${files.size}`;
      files.set(address, file);
      return address;
    },
    revokeObjectURL: (address: string) => revoked.push(address),
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = files.get(this.href);
    if (file !== undefined) saved.push({ name: this.download, file });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  sessionStore.end('absent');
  localStorage.clear();
});

const backup = 'POST /api/admin/backups/:name/download';
const report = 'GET /api/admin/imports/:id/report.csv';

describe('downloadFile', () => {
  it('saves the file under the given name, and sends the token and the device id', async () => {
    const requests = await answerWith({ body: ['contenido'] });
    await downloadFile(report, { id: 'a/b' }, 'informe.csv');
    expect(saved.map(({ name }) => name)).toEqual(['informe.csv']);
    expect(await saved[0]?.file.text()).toBe('contenido');
    expect(requests[0]).toMatchObject({
      method: 'GET',
      path: '/api/admin/imports/a%2Fb/report.csv',
      headers: { authorization: 'Bearer ficha', 'x-device-id': device },
      body: '',
    });
    expect(requests[0]?.headers['content-type']).toBeUndefined();
  });

  it('sends a body as JSON', async () => {
    const requests = await answerWith({ body: ['copia'] });
    await downloadFile(backup, { name: 'copia.zip' }, 'copia.zip', { password: 'secreta' });
    expect(requests[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"password":"secreta"}',
    });
  });

  it('fails with the code and the sentence of the server, and saves nothing', async () => {
    await answerWith({ status: 404, body: ['{"code":"backup.not_found","error":"La copia no existe."}'] });
    await expect(downloadFile(report, { id: '1' }, 'copia.zip')).rejects.toMatchObject({
      status: 404,
      code: 'backup.not_found',
      serverMessage: 'La copia no existe.',
    });
    expect(saved).toEqual([]);
  });

  it('fails with only the status when the error answer is not JSON', async () => {
    await answerWith({ status: 502, body: ['<h1>Bad gateway</h1>'] });
    await expect(downloadFile(report, { id: '1' }, 'copia.zip')).rejects.toMatchObject({
      status: 502,
      code: '',
      serverMessage: undefined,
    });
  });

  it('fails with call.unreachable when the connection breaks in the middle of the file', async () => {
    await answerWith({ body: ['la mitad'], ending: 'broken' });
    await expect(downloadFile(report, { id: '1' }, 'copia.zip')).rejects.toMatchObject({
      status: 0,
      code: 'call.unreachable',
    });
    expect(saved).toEqual([]);
  });

  it('revokes the file’s object URL after a minute', async () => {
    await answerWith({ body: ['contenido'] });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await downloadFile(report, { id: '1' }, 'informe.csv');
    vi.advanceTimersByTime(59_999);
    expect(revoked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(revoked).toEqual(['blob:0']);
  });
});
