import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, variableNames } from './config.ts';

it('explains every variable in .env.example, and no other', () => {
  const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
  const explained = [...example.matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(explained.toSorted()).toEqual([...variableNames].toSorted());
});

describe('readConfig', () => {
  it('needs no variable at all', () => {
    expect(readConfig({})).toMatchObject({
      port: 3_000,
      host: '0.0.0.0',
      databaseUrl: undefined,
      redisUrl: undefined,
      isDemo: false,
      admin: { username: 'admin', password: undefined },
      registration: 'open',
      upstreamAllowPrivate: false,
      upstreamRequestsPerHost: 256,
      judgesPictures: true,
      liveBufferMinutes: 30,
      loginAttemptsPerMinute: 10,
      requestsPerMinute: 1_200,
      genai: {
        baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
        model: 'gemini-2.5-flash',
        apiKey: undefined,
        callsPerDay: 500,
        callsPerPersonPerDay: 60,
      },
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
    [{ REDIS_URL: 'redis+sentinel://uno:26379' }, 'REDIS_URL debe empezar por redis://'],
    [{ TIME_ZONE: 'Luna/Tranquilidad' }, 'TIME_ZONE debe ser una zona horaria'],
    [{ UPSTREAM_ALLOW_PRIVATE: 'casa' }, 'UPSTREAM_ALLOW_PRIVATE debe ser true, false o una lista de redes'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,todos' }, 'TRUSTED_PROXIES debe ser una lista de redes'],
    [{ ADMIN_PASSWORD: 'corta' }, 'ADMIN_PASSWORD debe tener al menos 8 caracteres.'],
    [{ PUBLIC_URL: 'tv.ejemplo.com' }, 'PUBLIC_URL debe ser una dirección completa'],
    [{ GENAI_BASE_URL: 'modelos.ejemplo.com/v1' }, 'GENAI_BASE_URL debe ser una dirección completa'],
    [{ GENAI_BASE_URL: 'file:///etc/passwd' }, 'GENAI_BASE_URL debe ser una dirección completa'],
    [{ GENAI_MODEL: '../otro?x=' }, 'GENAI_MODEL debe ser el nombre de un modelo'],
    [{ GENAI_API_KEY: 'una clave con espacios' }, 'GENAI_API_KEY debe ser una clave de 8 a 500 caracteres'],
    [{ GENAI_CALLS_PER_DAY: '-1' }, 'GENAI_CALLS_PER_DAY debe ser un número entero.'],
    [{ GENAI_CALLS_PER_PERSON_PER_DAY: '9999999' }, 'GENAI_CALLS_PER_PERSON_PER_DAY debe estar entre 0 y'],
  ])('refuses %j and says what the variable should be', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it('names all invalid variables at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[^]*DEMO/);
  });

  it('never shows an invalid key of the model', () => {
    const key = 'clave secreta de prueba';
    expect(() => readConfig({ GENAI_API_KEY: key })).not.toThrow(key);
  });

  it('reads the address, model, key and limits of a generative API', () => {
    const { genai } = readConfig({
      GENAI_BASE_URL: 'http://127.0.0.1:8080/v1//',
      GENAI_MODEL: 'otro-modelo_1.5',
      GENAI_API_KEY: 'clave-de-prueba',
      GENAI_CALLS_PER_DAY: '0',
      GENAI_CALLS_PER_PERSON_PER_DAY: '7',
    });
    expect(genai).toEqual({
      baseUrl: 'http://127.0.0.1:8080/v1',
      model: 'otro-modelo_1.5',
      apiKey: 'clave-de-prueba',
      callsPerDay: 0,
      callsPerPersonPerDay: 7,
    });
  });

  it('reads lists of networks', () => {
    const { upstreamAllowPrivate, trustedProxies } = readConfig({
      UPSTREAM_ALLOW_PRIVATE: '192.168.1.0/24, fd00::/8',
      TRUSTED_PROXIES: '10.0.0.1',
    });
    expect(upstreamAllowPrivate).toEqual(['192.168.1.0/24', 'fd00::/8']);
    expect(trustedProxies).toEqual(['10.0.0.1']);
  });

  it('needs trusted proxies for the secret of nginx', () => {
    const NGINX_SECRET = 'a'.repeat(24);
    expect(readConfig({ NGINX_SECRET, TRUSTED_PROXIES: '10.0.0.1' }).nginxSecret).toBe(NGINX_SECRET);
    expect(() => readConfig({ NGINX_SECRET })).toThrow('NGINX_SECRET necesita además TRUSTED_PROXIES');
    expect(() => readConfig({ NGINX_SECRET: 'corto', TRUSTED_PROXIES: '10.0.0.1' })).toThrow(
      'NGINX_SECRET debe',
    );
  });

  it.each([
    ['PORT', 0, 65_535],
    ['TRIAL_MINUTES_PER_DAY', 0, 1_440],
    ['LOGIN_ATTEMPTS_PER_MINUTE', 0, 100_000],
    ['REGISTRATIONS_PER_DAY', 0, 100_000],
    ['REQUESTS_PER_MINUTE', 0, 1_000_000],
    ['UPLOAD_LIMIT_MB', 1, 4_096],
    ['UPSTREAM_REQUESTS_PER_HOST', 1, 100_000],
    ['GENAI_CALLS_PER_DAY', 0, 1_000_000],
    ['GENAI_CALLS_PER_PERSON_PER_DAY', 0, 1_000_000],
  ])('accepts %s from %i to %i and nothing beyond', (name, min, max) => {
    for (const value of [min, max]) expect(() => readConfig({ [name]: String(value) })).not.toThrow();
    for (const value of [min - 1, max + 1, `${max}.5`, '1e3', '٣', 'Infinity']) {
      expect(() => readConfig({ [name]: String(value) })).toThrow(name);
    }
  });

  it.each([
    [{ REGISTRATION: 'abierto' }, 'REGISTRATION debe ser open, approval o closed.'],
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL debe ser fatal, error, warn, info, debug, trace o silent.'],
    [{ METRICS_TOKEN: 'corto' }, 'METRICS_TOKEN debe tener de 16 a 200 caracteres, sin espacios.'],
    [{ METRICS_TOKEN: 'una clave con espacios' }, 'METRICS_TOKEN debe tener'],
    [{ ADMIN_USERNAME: 'la jefa' }, 'ADMIN_USERNAME debe tener de 3 a 64 letras'],
    [{ ADMIN_USERNAME: 'Demo-jefa' }, 'ADMIN_USERNAME no puede empezar por demo-'],
    [{ ADMIN_PASSWORD: 'x'.repeat(129) }, 'ADMIN_PASSWORD admite como máximo 128 caracteres.'],
    [{ UPSTREAM_ALLOW_PRIVATE: '10.0.0.0/33' }, 'UPSTREAM_ALLOW_PRIVATE debe ser true, false o una lista'],
    [
      { PUBLIC_URL: 'https://ejemplo.com/butaca' },
      'PUBLIC_URL no puede llevar ruta: Butaca necesita un nombre propio, por ejemplo https://tv.ejemplo.com',
    ],
    [{ PUBLIC_URL: 'https:///sin-servidor' }, 'PUBLIC_URL debe ser una dirección completa'],
    [{ GENAI_MODEL: 'x'.repeat(101) }, 'GENAI_MODEL debe ser el nombre de un modelo'],
    [{ ADMIN_USERNAME: 'а_jefa' }, 'ADMIN_USERNAME debe tener de 3 a 64 letras'],
    [{ TIME_ZONE: 'ayer' }, 'TIME_ZONE debe ser una zona horaria, por ejemplo America/Mexico_City.'],
  ])('refuses %j and lists the accepted values', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it('lists two different faults of one variable, and equal faults once', () => {
    const lines = (env: Record<string, string>) => {
      try {
        readConfig(env);
        return [];
      } catch (error) {
        return (error as Error).message.split('\n').slice(1);
      }
    };
    expect(lines({ ADMIN_USERNAME: 'demo-!' })).toHaveLength(2);
    expect(lines({ ADMIN_USERNAME: 'x' })).toHaveLength(1);
  });

  it.each([
    ['true', true],
    ['false', false],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    [' 10.0.0.1 ,, fd00::1 ', ['10.0.0.1', 'fd00::1']],
  ])('reads the permitted private networks from %j', (value, networks) => {
    expect(readConfig({ UPSTREAM_ALLOW_PRIVATE: value }).upstreamAllowPrivate).toEqual(networks);
  });

  it('reads the remaining variables', () => {
    const config = readConfig({
      DATABASE_URL: 'postgresql://butaca:clave@base:5432/butaca',
      DATA_DIR: 'otra',
      DEMO: 'true',
      REGISTRATION: 'approval',
      TIME_ZONE: 'America/Mexico_City',
      FFMPEG_PATH: '/opt/ffmpeg',
      METRICS_TOKEN: 'una-clave-de-metricas',
      UPLOAD_LIMIT_MB: '2',
      PUBLIC_URL: 'https://tv.ejemplo.com',
      OTRA_VARIABLE: 'de otro programa',
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgresql://butaca:clave@base:5432/butaca',
      dataDir: `${process.cwd()}/otra`,
      isDemo: true,
      registration: 'approval',
      timeZone: 'America/Mexico_City',
      programs: { ffmpeg: '/opt/ffmpeg', ffprobe: 'ffprobe' },
      metricsToken: 'una-clave-de-metricas',
      uploadLimitBytes: 2_097_152,
      publicUrl: 'https://tv.ejemplo.com',
    });
  });
});
