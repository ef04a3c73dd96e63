import { describe, expect, it } from 'vitest';
import { changeAccess, changesAccess, readNewAccess } from './change-access.ts';

const pasted = 'http://tv.example/panel/get.php?username=ana&password=s3cr3t0&type=m3u_plus';
const stored = {
  address: 'http://tv.example/panel/',
  account: { username: 'ana', password: 's3cr3t0' },
  userAgent: 'Caja/1.0',
  referrer: null,
};

describe('the access of an Xtream account', () => {
  it('is read from a pasted address, or from host, user name and password', () => {
    const expected = { ...stored, userAgent: null };
    expect(readNewAccess('xtream', { address: pasted })).toEqual({ ...expected, listAddress: pasted });
    const typed = { address: 'http://tv.example/panel', username: 'ana', password: 's3cr3t0' };
    expect(readNewAccess('xtream', typed)).toEqual(expected);
  });

  it.each(['http://0192f000.xtream.invalid/', 'cuenta.XTREAM.%69nvalid.:80/get.php?username=a&password=b'])(
    'is not read from %s, below which the streams of all accounts are stored',
    (address) => {
      const sent = { address, username: 'ana', password: 's3cr3t0' };
      expect(() => readNewAccess('xtream', sent)).toThrow(expect.objectContaining({ code: 'input.invalid' }));
      if (address.startsWith('http'))
        expect(() => readNewAccess('m3u', sent)).toThrow(expect.objectContaining({ code: 'input.invalid' }));
    },
  );

  it('keeps what is not sent, and takes what was typed rather than what was pasted', () => {
    expect(changeAccess('xtream', stored, { password: 'nueva', username: '' })).toEqual({
      ...stored,
      account: { username: 'ana', password: 'nueva' },
    });
    expect(changeAccess('xtream', stored, { address: 'http://tv.example/otra' })).toEqual({
      ...stored,
      address: 'http://tv.example/otra/',
    });
    expect(changeAccess('xtream', stored, { address: pasted, username: 'eva' }).account?.username).toBe(
      'eva',
    );
  });

  it('keeps the pasted address of its list as long as nothing of the account is changed', () => {
    const withList = { ...stored, listAddress: pasted };
    expect(changeAccess('xtream', withList, { userAgent: 'Otra/1.0' })).toMatchObject({
      listAddress: pasted,
    });
    expect(changeAccess('xtream', withList, { password: 'nueva' })).not.toHaveProperty('listAddress');
    expect(changeAccess('xtream', withList, { address: 'http://tv.example' })).not.toHaveProperty(
      'listAddress',
    );
  });

  it.each(['http://otra.example/panel', 'http://tv.example:8080/panel'])(
    'goes to the other host %s only with a password that is sent with it',
    (address) => {
      expect(() => changeAccess('xtream', stored, { address, username: 'eva' })).toThrow(
        expect.objectContaining({
          code: 'input.invalid',
          details: [{ path: 'password', message: expect.stringContaining('El servidor es otro') }],
        }),
      );
      expect(changeAccess('xtream', stored, { address, password: 'nueva' })).toMatchObject({
        address: `${address}/`,
        account: { username: 'ana', password: 'nueva' },
      });
    },
  );

  it('goes from https to http only with a password that is sent with it, and from http to https without', () => {
    const secured = { ...stored, address: 'https://tv.example:8443/panel/' };
    for (const address of ['http://tv.example:8443/panel', 'http://tv.example/panel']) {
      expect(() => changeAccess('xtream', secured, { address })).toThrow(
        expect.objectContaining({
          code: 'input.invalid',
          details: [{ path: 'password', message: expect.stringContaining('no va cifrada') }],
        }),
      );
      expect(changeAccess('xtream', secured, { address, password: 'nueva' }).account?.password).toBe('nueva');
    }
    const known = { ...stored, address: 'http://tv.example:8443/panel/' };
    expect(changeAccess('xtream', known, { address: 'https://tv.example:8443/panel' })).toMatchObject({
      address: 'https://tv.example:8443/panel/',
      account: stored.account,
    });
    expect(changeAccess('xtream', stored, { address: 'https://tv.example/panel' }).account).toEqual(
      stored.account,
    );
    expect(() => changeAccess('xtream', stored, { address: 'https://tv.example:8443/panel' })).toThrow(
      'input.invalid',
    );
  });

  it.each([
    [{ address: 'http://tv.example' }, 'username'],
    [{ address: 'http://tv.example', username: 'ana' }, 'password'],
    [{ address: 'http://ana:x@tv.example' }, 'address'],
  ])('is refused when %j lacks the %s', (sent, path) => {
    expect(() => readNewAccess('xtream', sent)).toThrow(
      expect.objectContaining({ code: 'input.invalid', details: [expect.objectContaining({ path })] }),
    );
  });

  it('that cannot be read any more needs an address', () => {
    expect(() => changeAccess('xtream', undefined, { password: 'x' })).toThrow('provider.unreadable');
  });
});

it('a list keeps the whole address', () => {
  expect(readNewAccess('m3u', { address: pasted, userAgent: '' }).address).toBe(pasted);
  expect(() => readNewAccess('m3u', { address: 'http://tv.example:99999' })).toThrow('input.invalid');
});

it('an empty user name or password changes nothing, and an empty header removes it', () => {
  expect(changesAccess({ username: '', password: '' })).toBe(false);
  expect(changesAccess({ userAgent: '' })).toBe(true);
});
