import { bumpCatalogueVersion, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { deleteDemoVideos, insertVideo, type VideoDraft } from '../../../shared/video/write-video.ts';

/** A video of the demo, with a slug by which the demo's collections refer to it. */
export interface DemoVideo extends VideoDraft {
  slug: string;
}

export function createDemoVideos(db: Kysely<Database>) {
  return {
    /** @returns their ids, by slug */
    add: (videos: readonly DemoVideo[]): Promise<ReadonlyMap<string, string>> =>
      db.transaction().execute(async (trx) => {
        const ids = new Map<string, string>();
        // The videos of the demo are written in reverse order, so that the first one becomes the newest.
        for (const video of videos.toReversed()) {
          ids.set(video.slug, await insertVideo(trx, { ...video, isDemo: true }));
        }
        await bumpCatalogueVersion(trx);
        return ids;
      }),
    remove: (): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await deleteDemoVideos(trx);
        await bumpCatalogueVersion(trx);
      }),
    async count(): Promise<number> {
      const { total } = await db
        .selectFrom('video')
        .where('is_demo', '=', true)
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
