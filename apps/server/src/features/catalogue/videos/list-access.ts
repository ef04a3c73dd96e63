import { canOpen, type Viewer } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { VideoFilter } from './video-filter.ts';
import type { VideosRepository } from './videos.repository.ts';
import { videoRule } from './videos.view.ts';

type RuleRow = Awaited<ReturnType<VideosRepository['listRules']>>[number];

/**
 * Creates a function that says whether a person's plan opens at least one video of a list, whatever page the person
 * sees and whatever they search for in it. What decides this is read once for all plans and each catalogue version.
 *
 * @param version - returns the current catalogue version
 */
export function createListAccess(repository: Pick<VideosRepository, 'listRules'>, version: () => number) {
  const rules = new LRUCache<string, RuleRow[], VideoFilter>({
    max: 500,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => repository.listRules(context),
  });
  return async ({ tipo, subtipo, mainSection, subcategoria }: VideoFilter, viewer: Viewer) => {
    const list = { tipo, subtipo, mainSection, subcategoria };
    const rows = await rules.forceFetch(`${version()} ${JSON.stringify(list)}`, { context: list });
    return rows.map(videoRule).some(({ requiresPlan, section }) => canOpen(viewer, requiresPlan, section));
  };
}
