import {
  canOpen,
  readItemId,
  readItemKey,
  readPlan,
  type PlanKey,
  type Role,
  type StreamKind,
  type VideoCard,
  type Viewer,
  type ItemKey,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { StreamIssuer, StreamVerdict } from '../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import type { TrialBudget } from './access-denied.ts';
import { createVideoAdministration } from './administration.repository.ts';
import { serveVideoAdministration } from './administration.routes.ts';
import { createCatalogueAnswers } from './catalogue-answers.ts';
import {
  serveCatalogue,
  type CatalogueSession,
  type DeliverSources,
  type OpenPlaces,
} from './catalogue.routes.ts';
import { createDemoVideos, type DemoVideo } from './demo-videos.ts';
import { createVideosRepository, type VideoDetailRow } from './videos.repository.ts';
import { readSource, toVideoCard, videoRule, type PicturePath } from './videos.view.ts';

export type { DemoVideo } from './demo-videos.ts';

export interface Catalogue {
  /** Whether a person may still receive the video that a stream grant names. `undefined` when it is no video. */
  checkStream(itemKey: ItemKey, viewer: { role: Role; plan: PlanKey }): Promise<StreamVerdict> | undefined;
  /** The title of the video that a stream grant names. */
  titleOf(itemKey: ItemKey): Promise<string | undefined>;
  /** The cards of active videos, by key and in the order of the keys. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
  /** At most `limit` videos: those whose title begins with the words, then the newest that hold every one of them. */
  search(words: string, limit: number, viewer: Viewer): Promise<VideoCard[]>;
  recent(viewer: Viewer): Promise<VideoCard[]>;
  featured(tipo: string, viewer: Viewer): Promise<VideoCard[]>;
  /** The chapters of an active video in their order, none for a film; `undefined` when there is no such video. */
  chaptersOf(
    id: string,
  ): Promise<readonly { id: string; seasonNumber: number; chapterNumber: number }[] | undefined>;
  /** The stored address of a picture of an active video. */
  findPicture(kind: 'video' | 'backdrop' | 'chapter', id: string): Promise<string | undefined>;
  /** Where films and chapters come from, at most `limit` of those after a key of what was listed before. */
  listAddresses(after: string, limit: number): Promise<readonly { key: string; source: StreamSource }[]>;
  countDemo(): Promise<number>;
  addDemo(videos: readonly DemoVideo[]): Promise<ReadonlyMap<string, string>>;
  removeDemo(): Promise<void>;
  routes(serve: ServeEndpoint<CatalogueSession>, openPlaces: OpenPlaces): void;
}

/** The films and series: lists, access, and what plays. */
export function catalogueFeature(needs: {
  db: Kysely<Database>;
  version: { current(): number; advance(): void };
  streams: StreamIssuer;
  picturePath: PicturePath;
  trialBudget: (accountId: string) => Promise<TrialBudget>;
  deliver: DeliverSources;
  streamKindOf: (address: string) => StreamKind;
}): Catalogue {
  const { picturePath } = needs;
  const repository = createVideosRepository(needs.db);
  const demo = createDemoVideos(needs.db);
  const answers = createCatalogueAnswers(repository, needs.version.current, picturePath);
  const rules = new LRUCache<
    string,
    Pick<VideoDetailRow, 'title' | 'active' | 'requires_plan' | 'tipo' | 'main_section'>
  >({
    max: 10_000,
    ttl: 5_000,
  });

  const chapters = new LRUCache<string, { id: string; seasonNumber: number; chapterNumber: number }[]>({
    maxSize: 200_000,
    sizeCalculation: (keys) => keys.length + 1,
    ttl: 60_000,
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
      const item = readItemKey(itemKey);
      if (item?.kind === 'video') return checkVideo(item.id, viewer);
      return item?.kind === 'trailer' ? checkTrailer(item.id) : undefined;
    },
    async titleOf(itemKey) {
      const id = readItemId('video', itemKey);
      return id === undefined ? undefined : (await findRule(id))?.title;
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
    async chaptersOf(id) {
      const rule = await findRule(id);
      if (rule?.active !== true) return undefined;
      const key = `${needs.version.current()} ${id}`;
      const known = chapters.get(key);
      if (known !== undefined) return known;
      const found = await repository.listChapterKeys(id);
      chapters.set(key, found);
      return found;
    },
    findPicture: repository.findPicture,
    async listAddresses(after, limit) {
      const rows = await repository.listAddresses(after, limit);
      return rows.flatMap((row) => {
        const source = readSource(row);
        return source === undefined ? [] : { key: row.id, source };
      });
    },
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
    routes(serve, openPlaces) {
      serveCatalogue(serve, { ...needs, openPlaces, repository, answers });
      serveVideoAdministration(serve, {
        administration: createVideoAdministration(needs.db),
        version: needs.version,
      });
    },
  };
}
