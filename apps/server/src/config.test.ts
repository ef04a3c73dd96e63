import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('readConfig', () => {
  it('needs no variable at all', () => {
    expect(readConfig({})).toMatchObject({
      port: 3_000,
      host: '0.0.0.0',
      databaseUrl: undefined,
      isDemo: false,
      admin: { username: 'admin', password: undefined },
      registration: 'open',
      upstreamAllowPrivate: false,
      loginAttemptsPerMinute: 10,
      requestsPerMinute: 1_200,
    });
  });

  it('counts a blank variable as absent', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '' }).port).toBe(3_000);
  });

  it.each([
    [{ PORT: '70000' }, 'PORT debe estar entre 0 y 65535.'],
    [{ PORT: '0x10' }, 'PORT debe ser un número entero.'],
    [{ DEMO: 'yes' }, 'DEMO debe ser true o false.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL debe empezar por postgres://'],
    [{ TIME_ZONE: 'Luna/Tranquilidad' }, 'TIME_ZONE debe ser una zona horaria'],
    [{ UPSTREAM_ALLOW_PRIVATE: 'casa' }, 'UPSTREAM_ALLOW_PRIVATE debe ser true, false o una lista de redes'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,todos' }, 'TRUSTED_PROXIES debe ser una lista de redes'],
    [{ ADMIN_PASSWORD: 'corta' }, 'ADMIN_PASSWORD debe tener al menos 8 caracteres.'],
    [{ PUBLIC_URL: 'tv.ejemplo.com' }, 'PUBLIC_URL debe ser una dirección completa'],
  ])('says what %j should be', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it('names every variable at fault at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[^]*DEMO/);
  });

  it('reads lists of networks', () => {
    const { upstreamAllowPrivate, trustedProxies } = readConfig({
      UPSTREAM_ALLOW_PRIVATE: '192.168.1.0/24, fd00::/8',
      TRUSTED_PROXIES: '10.0.0.1',
    });
    expect(upstreamAllowPrivate).toEqual(['192.168.1.0/24', 'fd00::/8']);
    expect(trustedProxies).toEqual(['10.0.0.1']);
  });
});
