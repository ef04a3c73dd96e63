import type { EndpointByRoute, EndpointCall } from '@butaca/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

type Change = NonNullable<EndpointCall<EndpointByRoute<'PUT /api/admin/settings'>>['body']>;
const put = (body: Change, person = admin) => test.call('PUT /api/admin/settings', { body }, person);
const read = async () => (await test.call('GET /api/admin/settings', {}, admin)).body;
const links = async () => (await test.call('GET /api/footer-links', {})).body.links;
const nothing = { address: '', text: '' };

beforeEach(async () => {
  await put({
    newAccountPlan: 'gplay',
    footer: { terminos: nothing, privacidad: nothing, soporte: nothing },
  });
});

describe('the plan of new accounts', () => {
  it('is gplay until an administrator sets another one', async () => {
    expect((await read()).newAccountPlan).toBe('gplay');
  });

  it('is the plan of a person who registers', async () => {
    await put({ newAccountPlan: 'sports' });
    const { body } = await test.call(
      'POST /api/auth/register',
      { body: { username: 'deportista', password: 'una clave larga y propia' } },
      { token: '', deviceId: newDeviceId() },
    );
    expect(body).toMatchObject({ user: { username: 'deportista', plan: 'sports' } });
  });

  it('is the plan of a user whom an administrator creates without a plan', async () => {
    await put({ newAccountPlan: 'cinefilo' });
    const created = await test.call('POST /api/admin/users', { body: { username: 'sin.plan' } }, admin);
    expect(created.body.plan).toBe('cinefilo');
    const chosen = await test.call(
      'POST /api/admin/users',
      { body: { username: 'con.plan', plan: 'premium' } },
      admin,
    );
    expect(chosen.body.plan).toBe('premium');
  });

  it('leaves the accounts that exist as they are', async () => {
    const person = await test.viewer('estandar');
    await put({ newAccountPlan: 'premium' });
    expect((await test.call('GET /api/auth/me', {}, person)).body.user.plan).toBe('estandar');
  });
});

describe('the links of the footer', () => {
  it('are absent until they have a target, and are listed for visitors in their order', async () => {
    expect(await links()).toEqual([]);
    await put({
      footer: {
        soporte: { address: 'https://ayuda.example/', text: '' },
        terminos: { address: '', text: 'Uso personal.\n\nNada más.' },
      },
    });
    expect(await links()).toEqual([
      { key: 'terminos', address: null },
      { key: 'soporte', address: 'https://ayuda.example/' },
    ]);
  });

  it('give their text to visitors; a link without text is a 404', async () => {
    await put({ footer: { privacidad: { address: '', text: '  Guardamos poco.  ' } } });
    const found = await test.call('GET /api/footer-links/:key', { params: { key: 'privacidad' } });
    expect([found.status, found.body]).toEqual([200, { key: 'privacidad', text: 'Guardamos poco.' }]);
    const missing = await test.call('GET /api/footer-links/:key', { params: { key: 'soporte' } });
    expect([missing.status, missing.body.code]).toEqual([404, 'footerlink.not_found']);
  });

  it.each([
    ['javascript:alert(1)', 'Debe ser una dirección completa que empiece por http://, https://.'],
    ['data:text/html,hola', 'Debe ser una dirección completa que empiece por http://, https://.'],
    ['//ayuda.example', 'Debe ser una dirección completa que empiece por http://, https://.'],
    ['https://ana:clave@ayuda.example/', 'La dirección no puede llevar usuario ni contraseña'],
    ['https://ana@ayuda.example/', 'La dirección no puede llevar usuario ni contraseña'],
    [`https://ayuda.example/${'a'.repeat(2_048)}`, 'Admite como máximo 2048 caracteres.'],
  ])('refuse the address %s', async (address, sentence) => {
    const { status, body } = await put({ footer: { soporte: { address, text: '' } } });
    expect([status, body.code]).toEqual([400, 'input.invalid']);
    expect(JSON.stringify(body)).toContain(sentence);
    expect(await links()).toEqual([]);
  });

  it('refuse an address and a text at once, and a text of more than 20,000 characters', async () => {
    const both = { address: 'https://ayuda.example/', text: 'Escríbenos.' };
    expect((await put({ footer: { soporte: both } })).status).toBe(400);
    expect((await put({ footer: { soporte: { address: '', text: 'a'.repeat(20_001) } } })).status).toBe(400);
    expect(await links()).toEqual([]);
  });

  it('accept texts of 20,000 characters for all three', async () => {
    const long = { address: '', text: 'á'.repeat(20_000) };
    const { status } = await put({ footer: { terminos: long, privacidad: long, soporte: long } });
    expect(status).toBe(200);
    expect((await read()).footer.soporte.text).toHaveLength(20_000);
  });
});

describe('how many conversions run at once', () => {
  const limits = async () => {
    const { copiesAtOnce, encodingsAtOnce } = await read();
    return { copiesAtOnce, encodingsAtOnce };
  };

  it('is left to the cores of the server until an administrator sets it, and again when it is cleared', async () => {
    const { automatic } = await read();
    expect([automatic.copies > 0, automatic.encodings > 0]).toEqual([true, true]);
    expect(await limits()).toEqual({ copiesAtOnce: null, encodingsAtOnce: null });
    await put({ copiesAtOnce: 3 });
    expect(await limits()).toEqual({ copiesAtOnce: 3, encodingsAtOnce: null });
    await put({ copiesAtOnce: null, encodingsAtOnce: 500 });
    expect(await limits()).toEqual({ copiesAtOnce: null, encodingsAtOnce: 500 });
    await put({ encodingsAtOnce: null });
  });

  it.each([0, -1, 1.5, 501, Number.MAX_SAFE_INTEGER])('is no number such as %d', async (number) => {
    const { status, body } = await put({ encodingsAtOnce: number });
    expect([status, body.code]).toEqual([400, 'input.invalid']);
    expect(JSON.stringify(body)).toContain('Escribe un número entero entre 1 y 500, o déjalo vacío');
    expect((await put({ encodingsAtOnce: 'dos' as never })).status).toBe(400);
    expect(await limits()).toEqual({ copiesAtOnce: null, encodingsAtOnce: null });
  });
});

describe('what encodes video', () => {
  it('is what the product recommends until an administrator chooses, who may always choose the processor', async () => {
    expect((await read()).videoEncoder).toBeNull();
    expect((await put({ videoEncoder: 'software' })).body.videoEncoder).toBe('software');
    expect((await put({ videoEncoder: null })).body.videoEncoder).toBeNull();
  });

  it('is no hardware encoder that the server has not found, and the answer says so', async () => {
    const { status, body } = await put({ videoEncoder: 'vaapi' });
    expect([status, body.code]).toEqual([400, 'input.invalid']);
    expect(JSON.stringify(body)).toMatch(
      /El servidor todavía está probando ese codificador|no incluye h264_vaapi/,
    );
    expect((await put({ videoEncoder: 'gpu' as never })).status).toBe(400);
    expect((await read()).videoEncoder).toBeNull();
  });

  it('stays as chosen where this server no longer finds it', async () => {
    await test.db.updateTable('setting').set({ video_encoder: 'vaapi' }).execute();
    expect((await put({ videoEncoder: 'vaapi', copiesAtOnce: 3 })).status).toBe(200);
    await put({ videoEncoder: null, copiesAtOnce: null });
  });
});

describe('a change of the settings', () => {
  it('leaves what was not sent as it was', async () => {
    await put({ footer: { soporte: { address: 'https://ayuda.example/', text: '' } } });
    await put({ newAccountPlan: 'sports' });
    await put({ footer: { terminos: { address: 'https://ley.example/', text: '' } } });
    expect(await read()).toMatchObject({
      newAccountPlan: 'sports',
      footer: {
        terminos: { address: 'https://ley.example/' },
        soporte: { address: 'https://ayuda.example/' },
      },
    });
  });

  it('is recorded once with what changed, long texts shortened', async () => {
    const acts = async () =>
      (await test.call('GET /api/admin/audit', { query: { action: 'settings' } }, admin)).body.entries;
    const before = (await acts()).length;
    const text = 'Condiciones. '.repeat(100).trim();
    await put({ newAccountPlan: 'premium', footer: { terminos: { address: '', text } } });
    await put({ newAccountPlan: 'premium', footer: { terminos: { address: '', text } } });
    const entries = await acts();
    expect(entries.length - before).toBe(1);
    expect(entries[0]).toMatchObject({
      username: 'jefa',
      action: 'settings.update',
      before: { newAccountPlan: 'gplay', terminosText: '' },
      after: { newAccountPlan: 'premium' },
    });
    expect(String(entries[0]?.after?.['terminosText'])).toMatch(
      /^Condiciones\. .{100,}… \(\d+ caracteres\)$/,
    );
  });

  it('is refused when it is empty, or a viewer sends it', async () => {
    expect((await put({})).status).toBe(400);
    const viewer = await test.viewer();
    expect((await put({ newAccountPlan: 'premium' }, viewer)).status).toBe(403);
    expect((await test.call('GET /api/admin/settings', {}, viewer)).status).toBe(403);
    expect((await read()).newAccountPlan).toBe('gplay');
  });
});
