import {
  createVideo,
  deleteVideo,
  deleteVideos,
  getAdminVideo,
  listAdminVideos,
  updateVideo,
  type AdminVideoDetail,
} from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { VideoFilter } from './video-filter.ts';
import type { VideoAdministration } from './administration.repository.ts';
import { toAdminDetail, toAdminVideo } from './administration.view.ts';
import { checkVideo, toVideoDraft } from './video-draft.ts';

export interface VideoAdministrationNeeds {
  administration: VideoAdministration;
  version: { current(): number; advance(): void };
}

export function serveVideoAdministration(
  serve: ServeEndpoint<{ accountId: string; username: string }>,
  { administration, version }: VideoAdministrationNeeds,
): void {
  // The numbers of videos in the administrators' lists are cached: counting costs more than reading a page, and the
  // number is the same for every page of a list.
  const totals = new LRUCache<string, number>({ max: 500 });

  async function count(filter: VideoFilter): Promise<number> {
    const key = `${version.current()} ${JSON.stringify(filter)}`;
    const known = totals.get(key);
    if (known !== undefined) return known;
    const total = await administration.count(filter);
    totals.set(key, total);
    return total;
  }

  async function view(id: string): Promise<AdminVideoDetail> {
    const found = await administration.find(id);
    if (found === undefined) throw new AppError('video.not_found');
    return toAdminDetail(found.row, found.seasons, found.versions);
  }

  serve(listAdminVideos, async ({ query }) => {
    const { page, limit, ...given } = query;
    const filter: VideoFilter = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
    );
    const total = await count(filter);
    const rows = await administration.listPage(filter, { page, limit }, total);
    return { videos: rows.map(toAdminVideo), page, totalPages: Math.ceil(total / limit), total };
  });

  serve(getAdminVideo, async ({ params }) => view(params.id));

  serve(createVideo, async ({ body }, { session }) => {
    checkVideo(body);
    const id = await administration.create(toVideoDraft(body), session);
    version.advance();
    return view(id);
  });

  serve(updateVideo, async ({ params, body }, { session }) => {
    checkVideo(body);
    if (await administration.update(params.id, body, session)) version.advance();
    return view(params.id);
  });

  serve(deleteVideo, async ({ params }, { session }) => {
    const [gone] = await administration.remove([params.id], session);
    if (gone === undefined) throw new AppError('video.not_found');
    version.advance();
    return { message: `VOD «${gone.title}» eliminado.` };
  });

  serve(deleteVideos, async ({ body }, { session }) => {
    const wanted = [...new Set(body.videoIds)];
    const gone = await administration.remove(wanted, session);
    if (gone.length > 0) version.advance();
    const known = new Set(gone.map(({ id }) => id));
    const unknownIds = wanted.filter((id) => !known.has(id));
    return { message: sayDeleted(gone.length, unknownIds.length), deleted: gone.length, unknownIds };
  });
}

function sayDeleted(deleted: number, unknown: number): string {
  const done = deleted === 1 ? '1 VOD eliminado.' : `${deleted} VODs eliminados.`;
  if (unknown === 0) return done;
  return `${done} ${unknown === 1 ? '1 ya no existía.' : `${unknown} ya no existían.`}`;
}
