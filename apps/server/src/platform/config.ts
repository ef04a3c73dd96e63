import { resolve } from 'node:path';
import { usernameSchema } from '@butaca/contract';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { readStoreAddress } from './store-address.ts';

/**
 * The configuration that the operator (who runs the server) gives in environment variables. Each variable is optional;
 * `.env.example` explains all of them.
 */
export interface Config {
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDir: string;
  /** The folder of backups and of lists that wait for a decision; of several servers, all use the same one. */
  sharedDir: string;
  databaseUrl: string | undefined;
  /** The Redis in which several servers keep what they share; without it there is one server. */
  redisUrl: string | undefined;
  isDemo: boolean;
  admin: { username: string; password: string | undefined };
  registration: 'open' | 'approval' | 'closed';
  trialMinutesPerDay: number;
  /** The time zone of the operator (who runs the server), in which the days of the free trial begin. */
  timeZone: string;
  /**
   * Which private networks the servers of streams and images may be in: `true` allows all of them; an array allows only
   * its CIDR ranges.
   */
  upstreamAllowPrivate: boolean | readonly string[];
  /**
   * How many requests one host of a provider answers at once: far more than most viewers need together, and a bound on
   * what a mistake or an attack can do to a provider.
   */
  upstreamRequestsPerHost: number;
  /** Whether keyframes of channels are judged, so that a source is left that is black while another one is not. */
  judgesPictures: boolean;
  /** For how many minutes of media watched live channels are kept, so that viewers can pause and rewind them; 0: not at all. */
  liveBufferMinutes: number;
  /** ffmpeg and ffprobe: names to look up in the PATH, or paths. The programs need not be installed. */
  programs: { ffmpeg: string; ffprobe: string };
  loginAttemptsPerMinute: number;
  /** How many accounts one IP address may register in 24 hours. */
  registrationsPerDay: number;
  requestsPerMinute: number;
  /** The token that a client must send to read `/metrics`; without one nobody may read it. */
  metricsToken: string | undefined;
  trustedProxies: readonly string[];
  /** The secret that the operator's nginx sends, so that it delivers bytes; without one the server delivers them. */
  nginxSecret: string | undefined;
  /** The maximum size of one uploaded file (an M3U list or a backup). */
  uploadLimitBytes: number;
  /** Access to the generative API that makes texts for watch pages; without an API key no content is generated. */
  genai: {
    baseUrl: string;
    model: string;
    apiKey: string | undefined;
    callsPerDay: number;
    callsPerPersonPerDay: number;
  };
  /** The operator's key for TMDB, a source of facts of films and series. */
  tmdbKey: string | undefined;
  logLevel: string;
}

/**
 * Thrown when the configuration in the environment variables is invalid. The message has a Spanish sentence for each
 * invalid variable.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text) || ipaddr.isValid(text);

const cidrList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const wholeNumber = (min: number, max: number, preset: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: 'debe ser un número entero' })
    .default(String(preset))
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `debe estar entre ${min} y ${max}` });

const flag = z
  .enum(['true', 'false'], { error: 'debe ser true o false' })
  .default('false')
  .transform((value) => value === 'true');

const webAddress = (example: string) =>
  z.string().refine((value) => /^https?:\/\/[^\s/]+/.test(value) && URL.canParse(value), {
    error: `debe ser una dirección completa, por ejemplo ${example}`,
  });

const variables = z.object({
  PORT: wholeNumber(0, 65_535, 3_000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: webAddress('https://tv.ejemplo.com')
    .refine((value) => !URL.canParse(value) || `${new URL(value).origin}/` === new URL(value).href, {
      error: 'no puede llevar ruta: Butaca necesita un nombre propio, por ejemplo https://tv.ejemplo.com',
    })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  SHARED_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, {
      error: 'debe empezar por postgres://, por ejemplo postgres://usuario:clave@servidor:5432/butaca',
    })
    .optional(),
  REDIS_URL: z
    .string()
    .refine((value) => readStoreAddress(value) !== undefined, {
      error:
        'debe empezar por redis:// o rediss://, por ejemplo redis://:clave@servidor:6379, o nombrar Sentinels: ' +
        'redis+sentinel://:clave@uno:26379,dos:26379,tres:26379/principal',
    })
    .optional(),
  DEMO: flag,
  ADMIN_USERNAME: z
    .string()
    .refine((name) => usernameSchema.safeParse(name).success, {
      error: 'debe tener de 3 a 64 letras, números o signos . _ - @ +, sin espacios',
    })
    .refine((name) => !/^demo-/i.test(name), {
      error: 'no puede empezar por demo-: esos nombres son los de la demostración',
    })
    .transform((name) => usernameSchema.parse(name))
    .default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, { error: 'debe tener al menos 8 caracteres' })
    .max(128, { error: 'admite como máximo 128 caracteres' })
    .optional(),
  REGISTRATION: z
    .enum(['open', 'approval', 'closed'], { error: 'debe ser open, approval o closed' })
    .default('open'),
  TRIAL_MINUTES_PER_DAY: wholeNumber(0, 1_440, 15),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, { error: 'debe ser una zona horaria, por ejemplo America/Mexico_City' })
    .default('UTC'),
  UPSTREAM_ALLOW_PRIVATE: z
    .string()
    .default('false')
    .transform((value) => (value === 'true' ? true : value === 'false' ? false : cidrList(value)))
    .refine((value) => typeof value === 'boolean' || value.every(isNetwork), {
      error: 'debe ser true, false o una lista de redes separadas por comas, por ejemplo 192.168.1.0/24',
    }),
  UPSTREAM_REQUESTS_PER_HOST: wholeNumber(1, 100_000, 256),
  BLACK_PICTURES: flag.default(true),
  LIVE_BUFFER_MINUTES: wholeNumber(0, 240, 30),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  FFPROBE_PATH: z.string().default('ffprobe'),
  LOGIN_ATTEMPTS_PER_MINUTE: wholeNumber(0, 100_000, 10),
  REGISTRATIONS_PER_DAY: wholeNumber(0, 100_000, 10),
  REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000, 1_200),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, { error: 'debe tener de 16 a 200 caracteres, sin espacios' })
    .optional(),
  UPLOAD_LIMIT_MB: wholeNumber(1, 4_096, 512),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(cidrList)
    .refine((list) => list.every(isNetwork), {
      error: 'debe ser una lista de redes separadas por comas, por ejemplo 10.0.0.0/8',
    }),
  NGINX_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{24,200}$/, {
      error: 'debe tener de 24 a 200 letras, números, guiones o guiones bajos',
    })
    .optional(),
  GENAI_BASE_URL: webAddress('https://generativelanguage.googleapis.com/v1beta')
    .transform((address) => address.replace(/(?<!\/)\/+$/, ''))
    .default('https://generativelanguage.googleapis.com/v1beta'),
  GENAI_MODEL: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/, {
      error: 'debe ser el nombre de un modelo, por ejemplo gemini-2.5-flash',
    })
    .default('gemini-2.5-flash'),
  GENAI_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,500}$/, { error: 'debe ser una clave de 8 a 500 caracteres, sin espacios' })
    .optional(),
  TMDB_API_KEY: z
    .string()
    .regex(/^[0-9a-f]{32}$/i, {
      error: 'debe ser la «API Key» de TMDB: 32 cifras y letras de la «a» a la «f»',
    })
    .optional(),
  GENAI_CALLS_PER_DAY: wholeNumber(0, 1_000_000, 500),
  GENAI_CALLS_PER_PERSON_PER_DAY: wholeNumber(0, 1_000_000, 60),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'debe ser fatal, error, warn, info, debug, trace o silent',
    })
    .default('info'),
});

/** The names of all environment variables that the server reads. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

const environment = variables.refine(
  ({ NGINX_SECRET, TRUSTED_PROXIES }) => NGINX_SECRET === undefined || TRUSTED_PROXIES.length > 0,
  { path: ['NGINX_SECRET'], error: 'necesita además TRUSTED_PROXIES, con la dirección de nginx' },
);

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('es', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Reads the configuration from environment variables; blank variables count as absent.
 *
 * @throws ConfigError that names every invalid variable and describes its valid values
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])} ${issue.message}.`);
    throw new ConfigError(`La configuración no es válida:\n${[...new Set(lines)].join('\n')}`);
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL,
    dataDir: resolve(value.DATA_DIR),
    sharedDir: resolve(value.SHARED_DIR ?? value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    redisUrl: value.REDIS_URL,
    isDemo: value.DEMO,
    admin: { username: value.ADMIN_USERNAME, password: value.ADMIN_PASSWORD },
    registration: value.REGISTRATION,
    trialMinutesPerDay: value.TRIAL_MINUTES_PER_DAY,
    timeZone: value.TIME_ZONE,
    upstreamAllowPrivate: value.UPSTREAM_ALLOW_PRIVATE,
    upstreamRequestsPerHost: value.UPSTREAM_REQUESTS_PER_HOST,
    judgesPictures: value.BLACK_PICTURES,
    liveBufferMinutes: value.LIVE_BUFFER_MINUTES,
    programs: { ffmpeg: value.FFMPEG_PATH, ffprobe: value.FFPROBE_PATH },
    loginAttemptsPerMinute: value.LOGIN_ATTEMPTS_PER_MINUTE,
    registrationsPerDay: value.REGISTRATIONS_PER_DAY,
    requestsPerMinute: value.REQUESTS_PER_MINUTE,
    metricsToken: value.METRICS_TOKEN,
    trustedProxies: value.TRUSTED_PROXIES,
    nginxSecret: value.NGINX_SECRET,
    uploadLimitBytes: value.UPLOAD_LIMIT_MB * 1_048_576,
    genai: {
      baseUrl: value.GENAI_BASE_URL,
      model: value.GENAI_MODEL,
      apiKey: value.GENAI_API_KEY,
      callsPerDay: value.GENAI_CALLS_PER_DAY,
      callsPerPersonPerDay: value.GENAI_CALLS_PER_PERSON_PER_DAY,
    },
    tmdbKey: value.TMDB_API_KEY?.toLowerCase(),
    logLevel: value.LOG_LEVEL,
  };
}
