import { z } from 'zod';
import { abilitiesText } from '../streaming/client-ability.ts';
import { adminPageSize, defaultChannelSection, maxPageSize } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { flag, imageAddress, planList, sourceAddress } from '../streaming/source-address.ts';
import { imageSubtitleSchema } from '../streaming/image-subtitle.ts';
import { countryInput, sourceTagsInput, sourceTagsSchema } from '../streaming/source-tags.ts';
import { sourceReportSchema } from './source-verdict.ts';
import { streamUse } from '../streaming/stream-use.ts';
import { headerText, idSchema, queryFlag, queryNumber, text } from '../shared/text.ts';

/**
 * How a stream is packed: HLS, DASH, raw MPEG-TS, or one media file. The server sends this value to clients, because
 * the stream URLs that they get have no file extension from which to guess it.
 */
export const streamKinds = ['hls', 'dash', 'ts', 'file'] as const;
export type StreamKind = (typeof streamKinds)[number];

/**
 * The data of a channel's card in a list or row. It never contains a stream URL; its image URLs point to this server.
 */
export const channelCardSchema = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  section: z.string(),
  logo: z.string().nullable(),
  /** The background colour of the channel's card behind the logo, `#rrggbb`. */
  colour: z.string().nullable(),
  /** The number that belongs to the channel, on every screen: from 1, and unique. */
  number: z.number().int().positive(),
  isFeatured: z.boolean(),
  /** Whether the channel is shown with a lock, because the person's plan does not open it. */
  locked: z.boolean(),
});
export type ChannelCard = z.output<typeof channelCardSchema>;

/**
 * A channel with what the watch page needs to play it. `url` is a signed, expiring URL on our streaming proxy, relative
 * to the origin's root.
 */
export const channelDetailSchema = channelCardSchema.extend({
  url: z.string(),
  streamKind: z.enum(streamKinds),
  /**
   * Where they were asked for: the playlists with which a stream in HLS begins, as far as they came in time, each with the URL
   * that answers with it.
   */
  playlists: z.array(z.object({ url: z.string(), text: z.string() })).optional(),
  /** The subtitles of the channel that a browser does not show, where its first bytes have named any. */
  imageSubtitles: z.array(imageSubtitleSchema).optional(),
});
export type ChannelDetail = z.output<typeof channelDetailSchema>;

export const listChannels = defineEndpoint({
  method: 'GET',
  path: '/api/channels/list',
  access: 'optional',
  summary: 'The active channels of a section, or of all; `featured=true` is open to visitors.',
  input: { query: z.object({ section: text(0, 100).optional(), featured: queryFlag }) },
  output: z.object({ channels: z.array(channelCardSchema) }),
});

export const listChannelSections = defineEndpoint({
  method: 'GET',
  path: '/api/channels/sections',
  access: 'user',
  summary: 'The names of the sections that have active channels.',
  input: {},
  output: z.array(z.string()),
});

export const listUnresponsiveChannels = defineEndpoint({
  method: 'GET',
  path: '/api/channels/unresponsive',
  access: 'user',
  summary: 'The ids of the channels that did not play when somebody opened them last, within a day.',
  input: {},
  output: z.object({ ids: z.array(z.string()) }),
});

const channelParams = z.object({ id: idSchema });

export const getChannel = defineEndpoint({
  method: 'GET',
  path: '/api/channels/id/:id',
  access: 'user',
  summary:
    'One channel with its playable address; 403 with the access-denied payload where the plan does not open it.',
  /**
   * The query parameter `can` names the stream formats that the calling client can play. A client that sends no `can`
   * gets every channel unconverted. `playlists=true` asks for the playlists with which the stream begins, which counts as playing it.
   */
  input: {
    params: channelParams,
    query: z.object({ can: abilitiesText.optional(), for: streamUse, playlists: queryFlag }),
  },
  output: channelDetailSchema,
  errors: ['channel.not_found', 'plan.required', 'stream.unplayable'],
});

const sourceHeaders = {
  /** The HTTP request headers with which the provider's server wants the channel's stream to be fetched. */
  userAgent: headerText(500).nullable().optional(),
  referrer: headerText(2_048).nullable().optional(),
  /**
   * Sent to the server of the stream's address only. A cookie that a change of the address does not send is deleted,
   * because it belongs to the server of the old address.
   */
  cookie: headerText(2_048).nullable().optional(),
  origin: headerText(2_048).nullable().optional(),
};

/** The maximum number of sources (stream URLs, tried in order) that one channel can have. */
export const maxSources = 50;

const sourceList = z
  .array(z.object({ _id: idSchema.optional(), url: sourceAddress, ...sourceHeaders, ...sourceTagsInput }), {
    error: 'Debe ser una lista de direcciones.',
  })
  .min(1, { error: 'El canal necesita al menos una dirección.' })
  .max(maxSources, { error: `Admite como máximo ${maxSources} direcciones.` });

const channelFields = {
  name: text(1, 200),
  /** The stream URL of the channel's first source, for clients that know only one source per channel. */
  url: sourceAddress,
  logo: imageAddress.optional(),
  customThumbnail: imageAddress.optional(),
  thumbnail: imageAddress.optional(),
  description: text(0, 5_000).optional(),
  section: text(0, 100)
    .transform((value) => (value === '' ? defaultChannelSection : value))
    .optional(),
  active: flag.optional(),
  isAdult: flag.optional(),
  country: countryInput,
  isFeatured: flag.optional(),
  isPubliclyVisible: flag.optional(),
  requiresPlan: planList.optional(),
  ...sourceHeaders,
  /**
   * All stream URLs of the channel with their headers, in the order in which they are tried. Where `sources` is sent,
   * the channel's `url` and its headers are ignored.
   */
  sources: sourceList.optional(),
};

export const channelInputSchema = z
  .object({ ...channelFields, url: channelFields.url.optional() }, { error: 'Debe ser un objeto.' })
  .refine(({ url, sources }) => url !== undefined || sources !== undefined, {
    error: 'Debe ser una dirección completa.',
    path: ['url'],
  });
export type ChannelInput = z.output<typeof channelInputSchema>;
export const channelPatchSchema = z
  .object(
    {
      ...channelFields,
      /** The revision of the channel that the editor loaded, so that the server can detect a concurrent change. */
      revision: text(0, 50),
    },
    { error: 'Debe ser un objeto.' },
  )
  .partial();
export type ChannelPatch = z.output<typeof channelPatchSchema>;

/** A channel as the administrators' channel editor receives it, with the original stream URLs. */
export const adminChannelSchema = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  logo: z.string().nullable(),
  customThumbnail: z.string().nullable(),
  thumbnail: z.string().nullable(),
  description: z.string(),
  section: z.string(),
  active: z.boolean(),
  /** Whether the channel is for adults: nothing but lists, searches and what people watch themselves shows it. */
  isAdult: z.boolean(),
  isFeatured: z.boolean(),
  isPubliclyVisible: z.boolean(),
  requiresPlan: z.array(z.string()),
  userAgent: z.string().nullable(),
  referrer: z.string().nullable(),
  streamKind: z.enum(streamKinds),
  /** Whether browsers can play the scheme of the channel's stream URL; false for rtmp, rtsp, udp, srt and mms. */
  isPlayable: z.boolean(),
  /** How many sources (stream URLs) the channel has; `url` is the first one. */
  sourceCount: z.number(),
});
export type AdminChannel = z.output<typeof adminChannelSchema>;

/** One source of a channel: a stream URL with the request headers that the provider's server wants. */
export const channelSourceSchema = sourceTagsSchema.extend({
  _id: z.string(),
  url: z.string(),
  userAgent: z.string().nullable(),
  referrer: z.string().nullable(),
  cookie: z.string().nullable(),
  origin: z.string().nullable(),
  streamKind: z.enum(streamKinds),
  isPlayable: z.boolean(),
});
export type ChannelSource = z.output<typeof channelSourceSchema>;

/**
 * A channel as the administrators' channel editor receives it, with all its sources (stream URLs) in the order in which
 * they are tried.
 */
export const adminChannelDetailSchema = adminChannelSchema.extend({
  /** Two letters in lower case (ISO 3166-1 alpha-2). */
  country: z.string().nullable(),
  sources: z.array(channelSourceSchema),
  /**
   * Identifies the version of the channel that the editor loaded: the server refuses a save with this revision if the
   * channel has changed since.
   */
  revision: z.string(),
});
export type AdminChannelDetail = z.output<typeof adminChannelDetailSchema>;

export const getAdminChannel = defineEndpoint({
  method: 'GET',
  path: '/api/channels/id/:id?view=admin',
  access: 'admin',
  summary: 'One channel with its original addresses: what an editor changes.',
  input: { params: channelParams },
  output: adminChannelDetailSchema,
  errors: ['channel.not_found'],
});

export const listAdminChannels = defineEndpoint({
  method: 'GET',
  path: '/api/channels/admin/list',
  access: 'admin',
  summary: 'All the channels, a page at a time, with their original addresses.',
  input: {
    query: z.object({
      page: queryNumber(1, 1_000_000, 1),
      limit: queryNumber(1, maxPageSize, adminPageSize),
      search: text(0, 100).optional(),
      section: text(0, 100).optional(),
    }),
  },
  output: z.object({
    channels: z.array(adminChannelSchema),
    page: z.number(),
    totalPages: z.number(),
    total: z.number(),
  }),
});

export const listChannelSourceReports = defineEndpoint({
  method: 'GET',
  path: '/api/channels/admin/:id/sources',
  access: 'admin',
  summary: 'What real plays have shown of those sources of a channel that failed lately.',
  input: { params: channelParams },
  output: z.object({ reports: z.array(sourceReportSchema.extend({ _id: z.string() })) }),
  errors: ['channel.not_found'],
});

export const createChannel = defineEndpoint({
  method: 'POST',
  path: '/api/channels/admin',
  access: 'admin',
  summary: 'Creates a channel.',
  input: { body: channelInputSchema },
  status: 201,
  output: adminChannelDetailSchema,
  errors: ['channel.duplicate'],
});

export const updateChannel = defineEndpoint({
  method: 'PUT',
  path: '/api/channels/admin/:id',
  access: 'admin',
  summary: 'Changes the fields that are sent; with a `revision`, of that state alone.',
  input: { params: channelParams, body: channelPatchSchema },
  output: adminChannelDetailSchema,
  errors: ['channel.not_found', 'channel.duplicate', 'resource.conflict'],
});

export const deleteChannel = defineEndpoint({
  method: 'DELETE',
  path: '/api/channels/admin/:id',
  access: 'admin',
  summary: 'Deletes a channel and its addresses.',
  input: { params: channelParams },
  output: z.object({ message: z.string() }),
  errors: ['channel.not_found'],
});
