import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itemsModels, planKeys, videoTypes } from '@butaca/contract';
import { z } from 'zod';

const slug = z.string().regex(/^[a-z0-9-]+$/);
const file = z
  .string()
  .regex(/^[a-z0-9./-]+$/)
  .refine((value) => !value.includes('..'));

const chapterSchema = z.object({
  chapterNumber: z.number().int(),
  title: z.string(),
  description: z.string().default(''),
  thumbnail: file.optional(),
  media: slug,
});

const videoSchema = z.object({
  slug,
  title: z.string(),
  description: z.string(),
  tipo: z.enum(videoTypes),
  subtipo: z.string().nullish(),
  mainSection: z.string().nullish(),
  subcategoria: z.string().nullish(),
  genres: z.array(z.string()),
  releaseYear: z.number().int().nullish(),
  rating: z.number().nullish(),
  isFeatured: z.boolean().default(false),
  requiresPlan: z.array(z.enum(planKeys)).default([]),
  poster: file,
  backdrop: file.nullish(),
  trailer: slug.nullish(),
  /** The slug of the recording that a demo film plays; all other kinds of video have seasons instead. */
  media: slug.nullish(),
  seasons: z
    .array(
      z.object({
        seasonNumber: z.number().int(),
        title: z.string().nullish(),
        chapters: z.array(chapterSchema),
      }),
    )
    .default([]),
});

const collectionSchema = z.object({
  name: z.string(),
  itemsModel: z.enum(itemsModels),
  items: z.array(slug),
});

const begunSchema = z.object({
  video: slug,
  season: z.number().int().optional(),
  chapter: z.number().int().optional(),
  seconds: z.number().positive(),
});

const catalogueSchema = z.object({
  videos: z.array(videoSchema).default([]),
  collections: z.array(collectionSchema).default([]),
  begun: z.array(begunSchema).default([]),
  channels: z.array(
    z.object({
      slug,
      name: z.string(),
      section: z.string(),
      description: z.string(),
      logo: file,
      colour: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i)
        .nullable(),
      isFeatured: z.boolean(),
      isPubliclyVisible: z.boolean(),
      requiresPlan: z.array(z.enum(planKeys)),
      media: slug,
      /** For how many days the programmes of the channel can be played again. */
      archiveDays: z.number().int().positive().optional(),
    }),
  ),
});

const loopSchema = z.object({
  renditions: z
    .array(
      z.object({
        name: slug,
        bandwidthBps: z.number().int(),
        averageBandwidthBps: z.number().int().optional(),
        width: z.number().int(),
        height: z.number().int(),
        frameRate: z.number(),
        codecs: z.string(),
        segments: z.array(z.object({ file, durationSeconds: z.number().positive() })).min(1),
      }),
    )
    .min(1),
});

export type DemoChannel = z.output<typeof catalogueSchema>['channels'][number];
export type DemoTitle = z.output<typeof videoSchema>;
export type DemoCollection = z.output<typeof collectionSchema>;
export type DemoLoop = z.output<typeof loopSchema>;

export interface DemoCatalogue {
  channels: DemoChannel[];
  videos: DemoTitle[];
  collections: DemoCollection[];
  /** The playback positions that each demo account begins with, the newest last. */
  begun: z.output<typeof begunSchema>[];
  /** The demo's recordings (short loops of video) by slug. */
  loops: ReadonlyMap<string, DemoLoop>;
}

/**
 * Reads the description of the demo (`catalogue.json` and the rest) from its folder. @throws Error when the folder
 * differs from the one that the repository ships
 */
export async function readDemoCatalogue(demoDir: string): Promise<DemoCatalogue> {
  const readJson = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(demoDir, path), 'utf8'));
  const { channels, videos, collections, begun } = catalogueSchema.parse(await readJson('catalogue.json'));
  const played = [
    ...channels.map((channel) => channel.media),
    ...videos.flatMap(({ media, trailer, seasons }) => [
      media ?? [],
      trailer ?? [],
      seasons.flatMap(({ chapters }) => chapters.map((chapter) => chapter.media)),
    ]),
  ].flat();
  const loops = new Map<string, DemoLoop>();
  for (const name of new Set(played)) {
    loops.set(name, loopSchema.parse(await readJson(`media/channels/${name}/channel.json`)));
  }
  return { channels, videos, collections, begun, loops };
}
