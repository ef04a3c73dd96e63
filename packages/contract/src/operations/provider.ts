import { z } from 'zod';
import { addressMaxLength } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { currentPasswordSchema } from '../people/account.ts';
import { importTypes } from './import.ts';
import { address, headerText, idSchema, text } from '../shared/text.ts';
import { timeZone } from './time-zone.ts';

/**
 * What a provider gives its list as. `file`: files that administrators upload · `m3u`: a list at an address, which is
 * refreshed · `xtream`: an account of an Xtream panel.
 */
export const providerKinds = ['file', 'm3u', 'xtream'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/**
 * How a provider stands. `refreshing`: its list is being fetched or read · `decision`: a list waits for an administrator
 * to approve or discard it · `failed`: the last refresh failed · `removed`: its titles are hidden, and deleted when
 * `purgedAt` is past · `idle`: none of these.
 */
export const providerStates = ['idle', 'refreshing', 'decision', 'failed', 'removed'] as const;
export type ProviderState = (typeof providerStates)[number];

/** For how many days a title or source is kept hidden after its list has lacked it, or after its provider was removed. */
export const missingKeptDays = 14;

const dateTime = z.iso.datetime().nullable();

export const providerSchema = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(providerKinds),
  /** The address of the list or server without what may be a credential; empty for files. */
  address: z.string(),
  timeZone: z.string().nullable(),
  country: z.string().nullable(),
  /** How many connections the provider's account allows at once; `null` where nobody knows. */
  maxConnections: z.number().nullable(),
  /** Whether the account itself says so. */
  isMaxConnectionsReported: z.boolean(),
  /** How many of its connections this server uses now, where it is known how many there are. */
  usedConnections: z.number(),
  /** How many of its sources have failed again and again lately. */
  unstableSources: z.number(),
  /** Every how many hours the list is refreshed; `null` for never. */
  refreshHours: z.number().nullable(),
  isPaused: z.boolean(),
  state: z.enum(providerStates),
  /** Whether the refresh waits, because another one or an import runs; its state is `refreshing` already. */
  isQueued: z.boolean(),
  /** How many series of an account have chapters that are still to be read, as the background does one after the other. */
  unreadSeries: z.number(),
  /** Whether its films, chapters and series are looked at before somebody opens them. */
  readsAhead: z.boolean(),
  /** How many requests it got today that nobody has asked for. */
  backgroundRequests: z.number(),
  /** The sources of channels, films, chapters and series of an account that belong to the provider, and how many are hidden. */
  items: z.object({
    sources: z.number(),
    films: z.number(),
    chapters: z.number(),
    series: z.number(),
    hidden: z.number(),
  }),
  nextRefreshAt: dateTime,
  triedAt: dateTime,
  refreshedAt: dateTime,
  /** What the last refresh changed, in one sentence. */
  change: z.string().nullable(),
  errorCode: z.string().nullable(),
  /** What failed and what to do about it, in Spanish. */
  error: z.string().nullable(),
  /** The import that waits for a decision. */
  waitingImportId: z.string().nullable(),
  /** Why that import waits and what to do about it, in Spanish. */
  waitingReason: z.string().nullable(),
  /** The last import that was published, while its report is kept. */
  lastImportId: z.string().nullable(),
  /** When the account ends, as it says itself. */
  expiresAt: dateTime,
  purgedAt: dateTime,
  createdAt: z.iso.datetime(),
});
export type Provider = z.output<typeof providerSchema>;

const listAddress = address(['http', 'https'], addressMaxLength);
const number = (min: number, max: number) =>
  z
    .int({ error: 'Debe ser un número entero.' })
    .min(min, { error: `Debe ser al menos ${min}.` })
    .max(max, { error: `Admite como máximo ${max}.` });

const fields = {
  name: text(1, 100),
  /** The user name and password of an Xtream account. */
  username: text(0, 200),
  password: text(0, 200),
  /** The request headers with which the list is fetched; an empty text means none. */
  userAgent: headerText(500),
  referrer: headerText(2_048),
  timeZone: timeZone.nullable(),
  country: z
    .string({ error: 'Debe ser un texto.' })
    .regex(/^[A-Z]{2}$/, { error: 'Debe ser un código de país de dos letras, por ejemplo MX.' })
    .nullable(),
  maxConnections: number(1, 1_000).nullable(),
  refreshHours: number(1, 720).nullable(),
};

const params = z.object({ id: idSchema });
const isPaused = z.boolean({ error: 'Debe ser true o false.' });

export const listProviders = defineEndpoint({
  method: 'GET',
  path: '/api/admin/providers',
  access: 'admin',
  summary: 'The providers to which channels, films and chapters belong.',
  input: {},
  output: z.object({ providers: z.array(providerSchema) }),
});

export const createProvider = defineEndpoint({
  method: 'POST',
  path: '/api/admin/providers',
  access: 'admin',
  summary:
    'Adds a provider by the address of its list or Xtream server, and begins to fetch what it has; nothing of it is published before an administrator has seen its preview. An address of an account (`get.php?username=…`) may be given in place of user name and password. An account whose server answers no calls (`player_api.php`) becomes a list at an address when it is fetched first.',
  input: {
    body: z.object({
      ...fields,
      /** What is at the address; by default a list. */
      kind: z.enum(['m3u', 'xtream'], { error: 'Debe ser m3u o xtream.' }).optional(),
      address: listAddress,
      name: text(0, 100).optional(),
      username: fields.username.optional(),
      password: fields.password.optional(),
      userAgent: fields.userAgent.optional(),
      referrer: fields.referrer.optional(),
      timeZone: fields.timeZone.optional(),
      country: fields.country.optional(),
      maxConnections: fields.maxConnections.optional(),
      refreshHours: fields.refreshHours.optional(),
    }),
  },
  status: 201,
  output: providerSchema,
});

export const updateProvider = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/providers/:id',
  access: 'admin',
  summary:
    'Changes a provider; what is left out stays as it is. A new address, user name or password replaces the stored one, which no answer contains.',
  input: {
    params,
    body: z.object({ ...fields, address: listAddress, isPaused, readsAhead: isPaused }).partial(),
  },
  output: providerSchema,
  errors: ['provider.not_found', 'provider.no_address', 'provider.unreadable'],
});

/**
 * What is remembered of choices in previews, and holds for each refresh. `group`: for a group of the list · `form`: for
 * all entries with names and addresses of one form, such as «… (año)».
 */
const providerRuleSchema = z.object({
  _id: z.string(),
  kind: z.enum(['group', 'form']),
  /** The name of the group, or the form. */
  name: z.string(),
  /** What the entries become; `null` where only `isIncluded` was chosen. */
  tipo: z.enum(importTypes).nullable(),
  isIncluded: z.boolean(),
});
export type ProviderRule = z.output<typeof providerRuleSchema>;

const rules = z.object({ rules: z.array(providerRuleSchema) });

export const listProviderRules = defineEndpoint({
  method: 'GET',
  path: '/api/admin/providers/:id/rules',
  access: 'admin',
  summary: 'What is remembered of the choices in previews of a provider.',
  input: { params },
  output: rules,
  errors: ['provider.not_found'],
});

export const removeProviderRule = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/providers/:id/rules/:rule',
  access: 'admin',
  summary: 'Forgets one of the choices; the next refresh reads the list without it.',
  input: { params: params.extend({ rule: idSchema }) },
  output: rules,
  errors: ['provider.not_found'],
});

export const refreshProvider = defineEndpoint({
  method: 'POST',
  path: '/api/admin/providers/:id/refresh',
  access: 'admin',
  summary: 'Begins to refresh the list of a provider now, also where refreshing is paused.',
  input: { params },
  output: providerSchema,
  errors: ['provider.not_found', 'provider.no_address', 'provider.refreshing', 'provider.removed'],
});

/** The stages of a try, in order: each is reached only if the one before succeeded. */
export const tryStages = ['dns', 'tcp', 'tls', 'answer', 'media'] as const;
export type TryStage = (typeof tryStages)[number];

export const tryProvider = defineEndpoint({
  method: 'POST',
  path: '/api/admin/providers/:id/try',
  access: 'admin',
  summary: 'Tries the address of a provider stage by stage, and a stream of its list. Changes nothing.',
  input: { params },
  output: z.object({
    stages: z.array(
      z.object({
        stage: z.enum(tryStages),
        /** `skipped`: does not apply, or was not reached. */
        outcome: z.enum(['passed', 'failed', 'skipped']),
        elapsedMs: z.number().nullable(),
        sentence: z.string(),
      }),
    ),
  }),
  errors: ['provider.not_found', 'provider.no_address', 'provider.unreadable'],
});
export type TriedStage = z.output<typeof tryProvider.output>['stages'][number];

/** The certificate with which a server identifies itself; the server wrote `subject` and `issuer`. */
const certificateSchema = z.object({
  /** SHA-256 of the whole certificate, in pairs of upper-case hexadecimal digits that are separated by colons. */
  fingerprint: z.string(),
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.iso.datetime(),
  validTo: z.iso.datetime(),
});

/**
 * What an administrator knows of the certificate of a server. `valid`: an authority vouches for it · `refused`: none does ·
 * `allowed`: none does, but an administrator has allowed it · `changed`: none does, and it is not the one that was allowed ·
 * `unreachable`: the server could not be asked.
 */
export const certificateStates = ['valid', 'refused', 'allowed', 'changed', 'unreachable'] as const;
export type CertificateState = (typeof certificateStates)[number];

const providerServerSchema = z.object({
  /** Scheme, host and port, as `https://tv.example:8443`. */
  origin: z.string(),
  state: z.enum(certificateStates),
  /** What that means, in Spanish. */
  sentence: z.string(),
  /** What the server presents now; `null` where it could not be asked. */
  presented: certificateSchema.nullable(),
  allowed: certificateSchema.nullable(),
});
export type ProviderServer = z.output<typeof providerServerSchema>;

const servers = z.object({ servers: z.array(providerServerSchema) });

export const listProviderCertificates = defineEndpoint({
  method: 'GET',
  path: '/api/admin/providers/:id/certificates',
  access: 'admin',
  summary:
    'The servers of a provider that are requested over TLS (of its address, and those of which it has most streams), with the certificates that they present now; nothing but a handshake is sent to them.',
  input: { params },
  output: servers,
  errors: ['provider.not_found'],
});

export const allowProviderCertificate = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/providers/:id/certificates',
  access: 'admin',
  summary:
    'Allows the certificate of one server of a provider although no authority vouches for it, by its fingerprint; another certificate of the server is refused. It takes the caller’s own password, `currentPassword`. Without a fingerprint (`null`) none is allowed any more, which takes no password.',
  input: {
    params,
    body: z.object({
      origin: address(['https'], 300),
      fingerprint: z
        .string({ error: 'Debe ser una huella SHA-256.' })
        .regex(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/, { error: 'Debe ser una huella SHA-256.' })
        .nullable(),
      currentPassword: currentPasswordSchema.optional(),
    }),
  },
  output: servers,
  errors: [
    'provider.not_found',
    'provider.removed',
    'provider.certificate_changed',
    'provider.server_unknown',
    'account.password_wrong',
    'limit.login',
  ],
});

export const removeProvider = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/providers/:id',
  access: 'admin',
  summary:
    'Removes a provider: what only it has is hidden at once and deleted two weeks later, with the provider; until then it can be restored.',
  input: { params },
  output: z.object({ message: z.string(), provider: providerSchema }),
  errors: ['provider.not_found', 'provider.built_in', 'provider.removed', 'import.running'],
});

export const restoreProvider = defineEndpoint({
  method: 'POST',
  path: '/api/admin/providers/:id/restore',
  access: 'admin',
  summary: 'Takes the removal of a provider back, with everything that it has hidden.',
  input: { params },
  output: z.object({ message: z.string(), provider: providerSchema }),
  errors: ['provider.not_found', 'provider.not_removed', 'import.running'],
});
