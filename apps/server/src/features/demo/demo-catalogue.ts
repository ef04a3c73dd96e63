import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planKeys } from '@butaca/contract';
import { z } from 'zod';

const slug = z.string().regex(/^[a-z0-9-]+$/);
const file = z
  .string()
  .regex(/^[a-z0-9./-]+$/)
  .refine((value) => !value.includes('..'));

const catalogueSchema = z.object({
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
export type DemoLoop = z.output<typeof loopSchema>;

export interface DemoCatalogue {
  channels: DemoChannel[];
  /** By the slug of the loop. */
  loops: ReadonlyMap<string, DemoLoop>;
}

/** Reads the demo's description from its folder. @throws when the folder is not what the repository ships */
export async function readDemoCatalogue(demoDir: string): Promise<DemoCatalogue> {
  const readJson = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(demoDir, path), 'utf8'));
  const { channels } = catalogueSchema.parse(await readJson('catalogue.json'));
  const loops = new Map<string, DemoLoop>();
  for (const name of new Set(channels.map((channel) => channel.media))) {
    loops.set(name, loopSchema.parse(await readJson(`media/channels/${name}/channel.json`)));
  }
  return { channels, loops };
}
