import { z } from 'zod';
import { channelCardSchema } from './channel.ts';
import { guideChannelsMost, guideWindowHoursMost, searchMaxLength } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema, instant, searchText, text } from '../shared/text.ts';

/** A programme of a channel. Of one channel there is at most one at each instant. */
export const programmeSchema = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  title: z.string(),
  subtitle: z.string().nullable(),
  season: z.number().nullable(),
  episode: z.number().nullable(),
  categories: z.array(z.string()),
  isNew: z.boolean(),
  isLive: z.boolean(),
  /**
   * Whether the programme has begun and is in the archive of the channel's provider. Whether a person's plan opens the channel
   * is decided when they play it.
   */
  canPlayFromStart: z.boolean(),
});
export type Programme = z.output<typeof programmeSchema>;

/** When a programme is shown, and on which channel. */
export const showingSchema = programmeSchema.extend({ channel: channelCardSchema });
export type Showing = z.output<typeof showingSchema>;

const channelIds = z
  .string({ error: 'Debe aparecer una sola vez.' })
  .max(guideChannelsMost * 65, { error: `Admite como máximo ${guideChannelsMost} canales.` })
  .transform((written) => [...new Set(written.split(','))])
  .refine((ids) => ids.length <= guideChannelsMost, {
    error: `Admite como máximo ${guideChannelsMost} canales.`,
  })
  .refine((ids) => ids.every((id) => idSchema.safeParse(id).success), {
    error: 'Deben ser identificadores separados por comas.',
  });

const hourMs = 3_600_000;

export const getGuide = defineEndpoint({
  method: 'GET',
  path: '/api/guide',
  access: 'user',
  summary: `The programmes of some channels (their ids with commas between them, at most ${guideChannelsMost}) that are shown between two instants, at most ${guideWindowHoursMost} hours apart. Channels that lists do not show are left out. It is the same for a whole minute.`,
  input: {
    query: z
      .object({ channels: channelIds, from: instant, to: instant })
      .refine(({ from, to }) => to > from, {
        path: ['to'],
        error: 'Debe ser posterior a «from».',
      })
      .refine(({ from, to }) => to.getTime() - from.getTime() <= guideWindowHoursMost * hourMs, {
        path: ['to'],
        error: `Debe estar como máximo ${guideWindowHoursMost} horas después de «from».`,
      }),
  },
  output: z.object({
    /** The minute for which the answer was made, by which clients correct their clocks. */
    now: z.iso.datetime(),
    channels: z.array(z.object({ channelId: z.string(), programmes: z.array(programmeSchema) })),
  }),
});

export const getGuideNow = defineEndpoint({
  method: 'GET',
  path: '/api/guide/now',
  access: 'user',
  summary: `What the channels of a section, some channels (their ids with commas between them, at most ${guideChannelsMost}), or all channels show now and next; only channels for which one of the two is known. It is the same for a whole minute.`,
  input: {
    query: z
      .object({ section: text(0, 100).optional(), channels: channelIds.optional() })
      .refine(({ section, channels }) => section === undefined || channels === undefined, {
        path: ['channels'],
        error: 'Elige «section» o «channels», no los dos.',
      }),
  },
  output: z.object({
    /** The minute for which the answer was made. */
    now: z.iso.datetime(),
    channels: z.array(
      z.object({
        channelId: z.string(),
        now: programmeSchema.nullable(),
        next: programmeSchema.nullable(),
        /** For how many days the archive of the channel keeps programmes; `null` without an archive. */
        archiveDays: z.number().nullable(),
      }),
    ),
  }),
});

export const getProgramme = defineEndpoint({
  method: 'GET',
  path: '/api/guide/programmes/:id/:start',
  access: 'user',
  summary:
    'The programme that a channel shows at an instant, with its description, when the same title is shown again on any channel, and the next episodes of the series on this channel.',
  input: { params: z.object({ id: idSchema, start: instant }) },
  output: z.object({
    now: z.iso.datetime(),
    channel: channelCardSchema,
    programme: programmeSchema.extend({
      description: z.string().nullable(),
      year: z.number().nullable(),
      ageRating: z.string().nullable(),
      isRepeat: z.boolean(),
    }),
    /** Later showings of the same title and, where it is known, the same episode; the soonest first, at most ten. */
    otherShowings: z.array(showingSchema),
    /** What this channel shows of the same series later, without the episode itself; the soonest first, at most ten. */
    nextEpisodes: z.array(programmeSchema),
  }),
  errors: ['channel.not_found', 'programme.not_found'],
});

export const searchGuide = defineEndpoint({
  method: 'GET',
  path: '/api/guide/search',
  access: 'user',
  summary:
    'Programmes that are shown now or later and whose title contains the words, without regard to accents: each title once for each channel, with its next showing, the soonest first, at most twenty.',
  input: { query: z.object({ q: searchText(1, searchMaxLength) }) },
  output: z.object({ now: z.iso.datetime(), programmes: z.array(showingSchema) }),
});
