import {
  canOpen,
  readPlan,
  type PlanKey,
  type Role,
  type StreamKind,
  type VideoCard,
  type Viewer,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ServeEndpoint } from '../../platform/http/serve-endpoint.ts';
import { createCatalogueAnswers } from './catalogue-answers.ts';
import {
  serveCatalogue,
  type CatalogueSession,
  type FindProgress,
  type StreamIssuer,
} from './catalogue.routes.ts';
import { createDemoVideos, type DemoVideo } from './demo-videos.ts';
import { readVideoItemKey } from './video-address.ts';
import { createVideosRepository, type VideoDetailRow } from './videos.repository.ts';
import { toVideoCard, videoRule, type PicturePath } from './videos.view.ts';

export type { DemoVideo } from './demo-videos.ts';

export interface Catalogue {
  /** Whether a person may still receive the video that a stream grant names. `undefined` when it is no video. */
  checkStream(
    itemKey: string,
    viewer: { role: Role; plan: PlanKey },
  ): Promise<'allowed' | 'plan_denied' | 'item_gone'> | undefined;
  /** The cards of active videos, by key and in the order of the keys. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
  /** At most `limit` videos: those whose title begins with the words, then the newest that hold every one of them. */
  search(words: string, limit: number, viewer: Viewer): Promise<VideoCard[]>;
  recent(viewer: Viewer): Promise<VideoCard[]>;
  featured(tipo: string, viewer: Viewer): Promise<VideoCard[]>;
  /** The stored address of a picture of an active video. */
  findPicture(kind: 'video' | 'backdrop' | 'chapter', id: string): Promise<string | undefined>;
  countDemo(): Promise<number>;
  addDemo(videos: readonly DemoVideo[]): Promise<ReadonlyMap<string, string>>;
  removeDemo(): Promise<void>;
  routes(serve: ServeEndpoint<CatalogueSession>): void;
}

/** The films and series: lists, access, and what plays. */
export function catalogueFeature(needs: {
  db: Kysely<Database>;
  version: { current(): number; advance(): void };
  streams: StreamIssuer;
  picturePath: PicturePath;
  findProgress: FindProgress;
  streamKindOf: (address: string) => StreamKind;
}): Catalogue {
  const { picturePath } = needs;
  const repository = createVideosRepository(needs.db);
  const demo = createDemoVideos(needs.db);
  const answers = createCatalogueAnswers(repository, needs.version.current, picturePath);
  const rules = new LRUCache<
    string,
    Pick<VideoDetailRow, 'active' | 'requires_plan' | 'tipo' | 'main_section'>
  >({
    max: 10_000,
    ttl: 5_000,
  });

  async function findRule(id: string) {
    const key = `${needs.version.current()} ${id}`;
    const known = rules.get(key);
    if (known !== undefined) return known;
    const row = await repository.find(id);
    if (row !== undefined) rules.set(key, row);
    return row;
  }

  async function checkVideo(id: string, viewer: { role: Role; plan: PlanKey }) {
    const rule = await findRule(id);
    if (rule === undefined || (!rule.active && viewer.role !== 'admin')) return 'item_gone';
    const { requiresPlan, section } = videoRule(rule);
    return canOpen({ role: viewer.role, plan: readPlan(viewer.plan) }, requiresPlan, section)
      ? 'allowed'
      : 'plan_denied';
  }

  async function checkTrailer(id: string) {
    const rule = await findRule(id);
    return rule?.active === true ? 'allowed' : 'item_gone';
  }

  const toCards = (rows: readonly Parameters<typeof toVideoCard>[0][], viewer: Viewer): VideoCard[] =>
    rows.map((row) => toVideoCard(row, viewer, picturePath));

  return {
    checkStream(itemKey, viewer) {
      const id = readVideoItemKey(itemKey);
      if (id !== undefined) return checkVideo(id, viewer);
      return itemKey.startsWith('trailer:') ? checkTrailer(itemKey.slice('trailer:'.length)) : undefined;
    },
    async cardsOf(ids, viewer) {
      const cards = toCards(await repository.listByIds(ids), viewer);
      const byId = new Map(cards.map((card) => [card._id, card]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    async search(words, limit, viewer) {
      const [titled, holding] = await Promise.all([
        repository.listByTitle(words, limit),
        repository.listPage({ search: words }, { offset: 0, limit }),
      ]);
      const rows = new Map([...titled, ...holding].map((row) => [row.id, row]));
      return toCards([...rows.values()].slice(0, limit), viewer);
    },
    async recent(viewer) {
      return toCards(await repository.listRecent(), viewer);
    },
    async featured(tipo, viewer) {
      return toCards(await repository.listFeatured(tipo), viewer);
    },
    findPicture: repository.findPicture,
    countDemo: demo.count,
    async addDemo(videos) {
      const ids = await demo.add(videos);
      needs.version.advance();
      return ids;
    },
    async removeDemo() {
      await demo.remove();
      needs.version.advance();
    },
    routes(serve) {
      serveCatalogue(serve, { ...needs, repository, answers });
    },
  };
}
