import { describe, expect, it } from 'vitest';
import { readStoreAddress } from './store-address.ts';

describe('the address of the shared store', () => {
  it('of a Redis stays as it is', () => {
    const url = 'rediss://:clave@servidor:6380/2';
    expect(readStoreAddress(url)).toEqual({ url });
  });

  it('names Sentinels, the master and the login at both', () => {
    const text =
      'redis+sentinel://butaca:cl%40ve@uno:26380,dos,[fd00::3]/principal/2?sentinel_username=vigia&sentinel_password=otra%2Fclave';
    expect(readStoreAddress(text)).toEqual({
      sentinels: {
        sentinels: [
          { host: 'uno', port: 26_380 },
          { host: 'dos', port: 26_379 },
          { host: 'fd00::3', port: 26_379 },
        ],
        name: 'principal',
        db: 2,
        username: 'butaca',
        password: 'cl@ve',
        sentinelUsername: 'vigia',
        sentinelPassword: 'otra/clave',
      },
    });
  });

  it('needs no login, and uses TLS for the Sentinels and the Redis', () => {
    expect(readStoreAddress('rediss+sentinel://uno/principal')).toEqual({
      sentinels: {
        sentinels: [{ host: 'uno', port: 26_379 }],
        name: 'principal',
        db: 0,
        tls: {},
        sentinelTLS: {},
        enableTLSForSentinelMode: true,
      },
    });
  });

  it.each([
    'http://servidor:6379',
    'redis://',
    'redis+sentinel://uno:26379',
    'redis+sentinel://uno:26379/',
    'redis+sentinel:///principal',
    'redis+sentinel://uno:0/principal',
    'redis+sentinel://uno,/principal',
    'redis+sentinel://uno/principal/cero',
    'redis+sentinel://uno/principal?clave=1',
  ])('is refused when it is «%s»', (text) => {
    expect(readStoreAddress(text)).toBeUndefined();
  });
});
