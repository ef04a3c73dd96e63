import { z } from 'zod';
import { addressMaxLength, adminPageSize, searchMaxLength } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { address, headerText, idSchema, queryNumber, searchText, text } from '../shared/text.ts';
import { timeZone } from './time-zone.ts';

/**
 * Where a guide comes from. `address`: an XMLTV guide at an address, which is refreshed · `file`: a file that an
 * administrator uploads · `xtream`: the guide of a provider's Xtream account, which is refreshed · `demo`: the guide that
 * this server makes for the channels of the demo, every day anew.
 */
export const guideSourceKinds = ['address', 'file', 'xtream', 'demo'] as const;
export type GuideSourceKind = (typeof guideSourceKinds)[number];

/**
 * How a source of a guide stands. `refreshing`: its guide is fetched or read, or waits for that · `failed`: the last
 * refresh failed, and what was read before is kept · `idle`: neither.
 */
export const guideSourceStates = ['idle', 'refreshing', 'failed'] as const;

/** How many sources of guides there may be. */
export const mostGuideSources = 20;
/** The largest number of channels of a guide among which an administrator chooses for one channel. */
export const guideCandidatesMost = 5;

const dateTime = z.iso.datetime().nullable();

export const guideSourceSchema = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(guideSourceKinds),
  /** The address of the guide without what may be a credential; empty for files. */
  address: z.string(),
  /** The provider whose list names the guide, or whose account has it. */
  providerId: z.string().nullable(),
  /** Its place among the sources, from 1: of two guides that have a channel, the one with the lower place is shown. */
  place: z.number(),
  /** The zone of times that name none; `null` for that of the provider, else UTC. */
  timeZone: z.string().nullable(),
  /** Every how many hours the guide is refreshed; `null` for never. */
  refreshHours: z.number().nullable(),
  isPaused: z.boolean(),
  state: z.enum(guideSourceStates),
  /** What this server does with the guide at the moment; `null` while it does nothing. */
  progress: z
    .object({
      phase: z.enum(['receiving', 'reading', 'writing']),
      receivedBytes: z.number(),
      /** The size that the server of the guide announces; 0 where it announces none. */
      expectedBytes: z.number(),
      /** Programmes that were read and are to be kept. */
      programmes: z.number(),
    })
    .nullable(),
  /** Channels of the guide, and programmes that are kept of it. */
  channels: z.number(),
  programmes: z.number(),
  /** Channels of the catalogue that have their programmes from this guide. */
  linkedChannels: z.number(),
  /** Channels and programmes of the guide that could not be read. */
  broken: z.number(),
  /** The beginning of the first and the end of the last programme that was read. */
  firstAt: dateTime,
  lastAt: dateTime,
  nextRefreshAt: dateTime,
  triedAt: dateTime,
  refreshedAt: dateTime,
  errorCode: z.string().nullable(),
  /** What failed and what to do about it, in Spanish. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type GuideSource = z.output<typeof guideSourceSchema>;

/** A guide that a provider has, and that is no source yet. */
export const guideOfferSchema = z.object({
  _id: z.string(),
  kind: z.enum(['address', 'xtream']),
  providerId: z.string(),
  providerName: z.string(),
  address: z.string(),
});
export type GuideOffer = z.output<typeof guideOfferSchema>;

export const guideCoverageSchema = z.object({
  /** Active channels. */
  channels: z.number(),
  /** Those of them that have programmes now or later. */
  withGuide: z.number(),
  /** Those of them without a guide for which candidates wait for a decision. */
  toConfirm: z.number(),
  /** The same in one sentence. */
  sentence: z.string(),
});
export type GuideCoverage = z.output<typeof guideCoverageSchema>;

const number = (min: number, max: number) =>
  z
    .int({ error: 'Debe ser un número entero.' })
    .min(min, { error: `Debe ser al menos ${min}.` })
    .max(max, { error: `Admite como máximo ${max}.` });

const fields = {
  name: text(1, 100),
  timeZone: timeZone.nullable(),
  refreshHours: number(1, 720).nullable(),
  userAgent: headerText(500),
  referrer: headerText(2_048),
};
const params = z.object({ id: idSchema });

export const listGuideSources = defineEndpoint({
  method: 'GET',
  path: '/api/admin/guide/sources',
  access: 'admin',
  summary:
    'The sources of programme guides by their places, the guides that providers offer, and how many channels have a guide.',
  input: {},
  output: z.object({
    sources: z.array(guideSourceSchema),
    offers: z.array(guideOfferSchema),
    coverage: guideCoverageSchema,
  }),
});

export const createGuideSource = defineEndpoint({
  method: 'POST',
  path: '/api/admin/guide/sources',
  access: 'admin',
  summary: 'Adds a guide (XMLTV) by its address, behind the other sources, and begins to fetch it.',
  input: {
    body: z.object({
      address: address(['http', 'https'], addressMaxLength),
      name: text(0, 100).optional(),
      timeZone: fields.timeZone.optional(),
      refreshHours: fields.refreshHours.optional(),
      userAgent: fields.userAgent.optional(),
      referrer: fields.referrer.optional(),
    }),
  },
  status: 201,
  output: guideSourceSchema,
  errors: ['guide.too_many', 'guide.duplicate'],
});

export const acceptGuideOffer = defineEndpoint({
  method: 'POST',
  path: '/api/admin/guide/offers/:id/accept',
  access: 'admin',
  summary: 'Makes a guide that a provider offers a source, behind the others, and begins to fetch it.',
  input: { params },
  status: 201,
  output: guideSourceSchema,
  errors: ['offer.not_found', 'guide.too_many'],
});

export const uploadGuide = defineEndpoint({
  method: 'POST',
  path: '/api/admin/guide/files',
  access: 'admin',
  summary:
    'Receives a guide (XMLTV) as a file, plain or packed, and begins to read it: a new source behind the others, or with `source` the new file of one that is a file.',
  input: {},
  file: 'file',
  form: z.object({
    name: text(0, 100).optional(),
    timeZone: timeZone.optional(),
    source: idSchema.optional(),
  }),
  status: 201,
  output: guideSourceSchema,
  errors: [
    'guide.file_missing',
    'guide.too_many',
    'guide.not_found',
    'guide.not_file',
    'upload.interrupted',
    'guide.refreshing',
  ],
});

export const updateGuideSource = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/guide/sources/:id',
  access: 'admin',
  summary:
    'Changes a source of a guide; what is left out stays as it is. With `place` it moves there, and those behind it move on.',
  input: {
    params,
    body: z
      .object({
        ...fields,
        address: address(['http', 'https'], addressMaxLength),
        place: number(1, mostGuideSources),
        isPaused: z.boolean({ error: 'Debe ser true o false.' }),
      })
      .partial(),
  },
  output: guideSourceSchema,
  errors: [
    'guide.not_found',
    'guide.no_address',
    'guide.duplicate',
    'provider.unreadable',
    'guide.refreshing',
  ],
});

export const refreshGuideSource = defineEndpoint({
  method: 'POST',
  path: '/api/admin/guide/sources/:id/refresh',
  access: 'admin',
  summary: 'Begins to refresh a guide now, also where refreshing is paused; a file is read again.',
  input: { params },
  output: guideSourceSchema,
  errors: ['guide.not_found', 'guide.refreshing'],
});

export const removeGuideSource = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/guide/sources/:id',
  access: 'admin',
  summary: 'Deletes a source with its programmes and with what was decided by hand for channels of it.',
  input: { params },
  output: z.object({ message: z.string() }),
  errors: ['guide.not_found', 'guide.refreshing'],
});

const guideChannelSchema = z.object({
  sourceId: z.string(),
  sourceName: z.string(),
  /** The id of the channel in the guide. */
  guideId: z.string(),
  names: z.array(z.string()),
});
/** A guide channel. */
export type GuideChannel = z.output<typeof guideChannelSchema>;

/** A candidate: a guide channel that the channel may be. */
const guideCandidateSchema = guideChannelSchema.extend({
  /** How alike it is, from 0 to 1. */
  score: z.number(),
});
export type GuideCandidate = z.output<typeof guideCandidateSchema>;

/** Why matching chose a channel of a guide: by the `tvg-id`, by one that differs in case or feed, or by the name. */
const guideMatchReasons = ['tvg-id', 'similar-id', 'name'] as const;

const guideMatchSchema = z.object({
  channelId: z.string(),
  name: z.string(),
  section: z.string(),
  number: z.number(),
  logo: z.string().nullable(),
  /** The likeliest first, at most five. */
  candidates: z.array(guideCandidateSchema),
  /** The guide channel from which the channel has its programmes, decided or found by matching. */
  link: guideChannelSchema.nullable(),
  /** Why matching found that guide channel; `null` without one, and where somebody has decided. */
  reason: z.enum(guideMatchReasons).nullable(),
  /** What was decided by hand; `null` while nothing is. With `guideId` `null` the channel is to have no guide. */
  decision: z
    .object({
      sourceId: z.string().nullable(),
      guideId: z.string().nullable(),
      username: z.string(),
      decidedAt: z.iso.datetime(),
    })
    .nullable(),
});
export type GuideMatch = z.output<typeof guideMatchSchema>;

/** Whether a channel waits for a decision, was matched, was decided by hand, or has no guide. */
const guideMatchStates = ['unsure', 'matched', 'decided', 'none'] as const;
export type GuideMatchState = (typeof guideMatchStates)[number];

export const listGuideMatches = defineEndpoint({
  method: 'GET',
  path: '/api/admin/guide/matches',
  access: 'admin',
  summary:
    'The channels whose guide is to be confirmed, by their numbers; with `state` those for which somebody has decided (`decided`, the latest first), whose guide matching has found (`matched`), or that have none and no candidates (`none`). With `q` only those whose names contain it.',
  input: {
    query: z.object({
      state: z
        .enum(guideMatchStates, { error: `Debe ser ${guideMatchStates.join(' o ')}.` })
        .optional()
        .transform((state) => state ?? 'unsure'),
      q: text(0, searchMaxLength).optional(),
      page: queryNumber(1, 100_000, 1),
      limit: queryNumber(1, 200, adminPageSize),
    }),
  },
  output: z.object({
    matches: z.array(guideMatchSchema),
    page: z.number(),
    totalPages: z.number(),
    total: z.number(),
  }),
});

export const getGuideMatch = defineEndpoint({
  method: 'GET',
  path: '/api/admin/guide/matches/:id',
  access: 'admin',
  summary:
    'From which channel of a guide a channel has its programmes, what was decided, and the candidates.',
  input: { params },
  output: guideMatchSchema,
  errors: ['channel.not_found'],
});

export const searchGuideChannels = defineEndpoint({
  method: 'GET',
  path: '/api/admin/guide/channels',
  access: 'admin',
  summary:
    'The channels of guides whose names or id contain all words, without regard to accents: those that begin with them first, then the shortest names; with `source` only of one guide.',
  input: {
    query: z.object({
      q: searchText(1, searchMaxLength),
      source: idSchema.optional(),
      page: queryNumber(1, 1_000, 1),
      limit: queryNumber(1, 100, 20),
    }),
  },
  output: z.object({
    channels: z.array(guideChannelSchema),
    page: z.number(),
    totalPages: z.number(),
    total: z.number(),
  }),
});

export const decideGuideMatch = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/guide/matches/:id',
  access: 'admin',
  summary:
    'Decides from which channel of a guide a channel has its programmes: the one that `sourceId` and `guideId` name, or none with `null` in both. It holds until it is taken back.',
  input: {
    params,
    body: z.object({
      sourceId: idSchema.nullable(),
      guideId: text(1, 4_096).nullable(),
    }),
  },
  output: guideMatchSchema,
  errors: ['channel.not_found', 'guide.channel_unknown'],
});

export const undoGuideMatch = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/guide/matches/:id',
  access: 'admin',
  summary:
    'Takes back what was decided last for a channel: the decision before it holds again, and without one the channel has the guide that matching finds.',
  input: { params },
  output: guideMatchSchema,
  errors: ['channel.not_found', 'guide.not_decided'],
});
