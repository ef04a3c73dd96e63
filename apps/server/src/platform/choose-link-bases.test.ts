import { describe, expect, it } from 'vitest';
import { chooseLinkBases } from './choose-link-bases.ts';

const known = {
  publicUrl: undefined,
  host: '0.0.0.0',
  networkAddresses: ['192.168.1.20', '172.17.0.1'],
};

describe('the addresses for a link that is given to other people', () => {
  it('are the configured one, wherever the caller has opened the page', () => {
    const publicUrl = 'https://tv.ejemplo.com/';
    expect(chooseLinkBases({ ...known, publicUrl }, { origin: 'http://localhost:3000' })).toEqual({
      baseUrls: ['https://tv.ejemplo.com'],
      basis: 'configured',
    });
  });

  it.each([
    [{ origin: 'https://tv.ejemplo.com', host: 'localhost:3000' }, 'https://tv.ejemplo.com'],
    [{ origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }, 'http://192.168.1.5:3000'],
    [{ origin: 'https://localhost', host: 'tv.ejemplo.com' }, 'http://tv.ejemplo.com'],
    [{ host: '192.168.1.5:3000' }, 'http://192.168.1.5:3000'],
  ])('are the one at which the page is open where it is no loopback address: %o', (headers, base) => {
    expect(chooseLinkBases(known, headers)).toEqual({ baseUrls: [base], basis: 'opened' });
  });

  it.each([
    [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, ':3000'],
    [{ origin: 'http://[::1]:8080', host: '[::1]:8080' }, ':8080'],
    [{ host: '127.0.0.1' }, ''],
  ])('are those of the machine in its networks where the page is open at %o', (headers, port) => {
    expect(chooseLinkBases(known, headers)).toEqual({
      baseUrls: [`http://192.168.1.20${port}`, `http://172.17.0.1${port}`],
      basis: 'network',
    });
  });

  it('are its own alone where the machine is in no network, or listens to itself alone', () => {
    const own = { baseUrls: ['http://localhost:3000'], basis: 'machine' };
    const headers = { origin: 'http://localhost:3000', host: 'localhost:3000' };
    expect(chooseLinkBases({ ...known, networkAddresses: [] }, headers)).toEqual(own);
    expect(chooseLinkBases({ ...known, host: '127.0.0.1' }, headers)).toEqual(own);
  });

  it.each([{}, { origin: 'null' }, { origin: 'capacitor://localhost', host: 'no vale' }])(
    'are those of the machine for a call that names no address: %o',
    (headers) => {
      expect(chooseLinkBases(known, headers).basis).toBe('network');
    },
  );
});
