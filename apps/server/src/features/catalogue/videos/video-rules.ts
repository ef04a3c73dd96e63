import { canOpen, readItemKey, readPlan, type ItemKey, type Viewer } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '../../../platform/async/single-flight.ts';
import { atMost } from '../../../platform/at-most.ts';
import type { StreamVerdict } from '../../../shared/stream/stream-grant.ts';
import type { VideoDetailRow, VideosRepository } from './videos.repository.ts';
import { videoRule } from './videos.view.ts';

type RuleRow = Pick<VideoDetailRow, 'title' | 'active' | 'requires_plan' | 'tipo' | 'main_section'>;
type ChapterKey = Awaited<ReturnType<VideosRepository['listChapterKeys']>>[number];

/**
 * Caches which plans may watch which video, and the chapters of each series, for the current catalogue version. Every
 * request for a stream and every save of a playback position needs them.
 *
 * @param version - returns the current catalogue version
 */
export function createVideoRules(repository: VideosRepository, version: () => number) {
  const rules = new LRUCache<string, RuleRow>({ ...atMost(10_000), ttl: 5_000 });
  const chapters = new LRUCache<string, ChapterKey[]>({
    maxSize: 200_000,
    sizeCalculation: (keys) => keys.length + 1,
    ttl: 60_000,
  });

  // Many people may play the same video: requests that come while its row is read wait for that row.
  const rulesRead = createSingleFlight<RuleRow | undefined>();
  const chaptersRead = createSingleFlight<ChapterKey[]>();

  async function find(id: string): Promise<RuleRow | undefined> {
    const key = `${version()} ${id}`;
    const known = rules.get(key);
    if (known !== undefined) return known;
    return rulesRead.run(key, async () => {
      const row = await repository.find(id);
      if (row !== undefined) rules.set(key, row);
      return row;
    });
  }

  async function checkVideo(id: string, viewer: Viewer): Promise<StreamVerdict> {
    const rule = await find(id);
    if (rule === undefined || (!rule.active && viewer.role !== 'admin')) return 'item_gone';
    const { requiresPlan, section } = videoRule(rule);
    return canOpen({ role: viewer.role, plan: readPlan(viewer.plan) }, requiresPlan, section)
      ? 'allowed'
      : 'plan_denied';
  }

  async function checkTrailer(id: string): Promise<StreamVerdict> {
    const rule = await find(id);
    return rule?.active === true ? 'allowed' : 'item_gone';
  }

  return {
    find,
    /**
     * Whether a person may still receive the video or trailer that the stream's grant names (the permission encrypted
     * into its address); `undefined` when the granted item is neither of them.
     */
    checkStream(itemKey: ItemKey, viewer: Viewer): Promise<StreamVerdict> | undefined {
      const item = readItemKey(itemKey);
      if (item?.kind === 'video') return checkVideo(item.id, viewer);
      return item?.kind === 'trailer' ? checkTrailer(item.id) : undefined;
    },
    /**
     * Returns the chapters of an active video in their order, none for a film; `undefined` when no active video has
     * this id.
     */
    async chaptersOf(id: string): Promise<readonly ChapterKey[] | undefined> {
      const rule = await find(id);
      if (rule?.active !== true) return undefined;
      const key = `${version()} ${id}`;
      const known = chapters.get(key);
      if (known !== undefined) return known;
      return chaptersRead.run(key, async () => {
        const found = await repository.listChapterKeys(id);
        chapters.set(key, found);
        return found;
      });
    },
  };
}
