import {
  canOpen,
  liveTvSection,
  readItemId,
  readPlan,
  type ChannelCard,
  type ChannelInput,
  type Viewer,
  type ItemKey,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../platform/at-most.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { rankTitles } from '../../../shared/search/rank-titles.ts';
import type { SearchQuery } from '../../../shared/search/search-query.ts';
import type { DeliverChannel } from '../../../shared/stream/deliver-channel.ts';
import type { OpenPlaylists, StreamIssuer, StreamVerdict } from '../../../shared/stream/stream-grant.ts';
import { listChannelOpenings, type ChannelOpening } from './list-openings.ts';
import { createChannelAnswers } from './channel-answers.ts';
import type { ChannelCardRow, ChannelRow } from './channel-row.ts';
import { createChannelsRepository } from './channels.repository.ts';
import { serveChannels, type ChannelRoutesNeeds } from './channels.routes.ts';
import { toChannelCard, type LogoPath } from './channels.view.ts';
import type { ChannelSession, ReadSourceHealth } from './channel-stream.ts';
import { requireOpen } from './require-open.ts';

/**
 * The catalogue version: a number that increments with every change of the catalogue and is part of the key of every
 * cached answer.
 */
export interface CatalogueVersion {
  current(): number;
  /** Increments the catalogue version; call this after this process has committed a write of the catalogue. */
  advance(): void;
}

/** The channels feature: cards (what lists show), access, streams and administration of live channels. */
export interface Channels {
  /**
   * Whether a person may still receive the channel that a stream grant (the permission encrypted into a stream's
   * address) names; `undefined` when the granted item is not a channel.
   */
  checkStream(itemKey: ItemKey, viewer: Viewer): Promise<StreamVerdict> | undefined;
  /** Returns the name of the channel that an item key (`channel:<id>`) names. */
  titleOf(itemKey: ItemKey): Promise<string | undefined>;
  findLogo(id: string): Promise<string | undefined>;
  /** Returns the cards (what lists show) of those given channels that are active, in the order of the given ids. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]>;
  /**
   * Returns the card of a channel that a person may watch.
   *
   * @throws AppError `channel.not_found`, or `plan.required` with the access-denied payload
   */
  requireOpen(id: string, viewer: Viewer): Promise<ChannelCard>;
  /** Returns the country of a channel, the languages and qualities of its sources, and how many sources it has. */
  factsOf(
    id: string,
  ): Promise<{ country: string | null; languages: string[]; qualities: string[]; sourceCount: number }>;
  /** Finds at most `limit` channels whose names contain the words of a search, the best fit first. */
  search(query: SearchQuery, limit: number, viewer: Viewer): Promise<ChannelCard[]>;
  featured(limit: number, viewer: Viewer): Promise<ChannelCard[]>;
  /**
   * Lists channels of the sections with the most active channels: `limits.sections` sections, the largest first, and of
   * each `limits.channels` channels, first those with a logo.
   */
  largestSections(limits: { sections: number; channels: number }, viewer: Viewer): Promise<ChannelCard[][]>;
  /** Whether there are active channels. */
  hasAny(): Promise<boolean>;
  /** Counts the active channels by what decides who may open them, with examples. */
  listOpenings(): Promise<ChannelOpening[]>;
  countAll(): Promise<number>;
  countDemo(): Promise<number>;
  /** @param demo - `tvgId`: the channel's id in the guide of the demo · `archiveDays`: for how many days it is kept, if it is */
  addDemo(
    input: ChannelInput,
    demo: { channelNumber: number; colour: string | null; tvgId: string; archiveDays?: number | undefined },
  ): Promise<void>;
  removeDemo(): Promise<void>;
  routes(serve: ServeEndpoint<ChannelSession>): void;
}

/** Channel lists are serialised once for each plan and catalogue version. */
export function channelsFeature(needs: {
  db: Kysely<Database>;
  version: CatalogueVersion;
  streams: StreamIssuer;
  openPlaylists: OpenPlaylists;
  deliver: DeliverChannel;
  subtitlesOf: ChannelRoutesNeeds['subtitlesOf'];
  logoPath: LogoPath;
  readSourceHealth: ReadSourceHealth;
}): Channels {
  const repository = createChannelsRepository(needs.db);
  const answers = createChannelAnswers(repository, needs.version.current, needs.logoPath);
  const streamRules = new LRUCache<string, Pick<ChannelRow, 'name' | 'is_shown' | 'requires_plan'>>({
    ...atMost(10_000),
    ttl: 5_000,
  });

  async function findRule(id: string) {
    const key = `${needs.version.current()} ${id}`;
    const known = streamRules.get(key);
    if (known !== undefined) return known;
    const row = await repository.find(id);
    if (row !== undefined) streamRules.set(key, row);
    return row;
  }

  const toCards = (rows: readonly ChannelCardRow[], viewer: Viewer): ChannelCard[] =>
    rows.map((row) => toChannelCard(row, viewer, needs.logoPath));

  return {
    checkStream(itemKey, viewer) {
      const id = readItemId('channel', itemKey);
      if (id === undefined) return undefined;
      return findRule(id).then((rule) => {
        if (rule === undefined || (!rule.is_shown && viewer.role !== 'admin')) return 'item_gone';
        const reader = { role: viewer.role, plan: readPlan(viewer.plan) };
        return canOpen(reader, rule.requires_plan, liveTvSection) ? 'allowed' : 'plan_denied';
      });
    },
    async titleOf(itemKey) {
      const id = readItemId('channel', itemKey);
      return id === undefined ? undefined : (await findRule(id))?.name;
    },
    async findLogo(id) {
      const row = await repository.find(id);
      return row?.is_shown === true ? (row.logo ?? undefined) : undefined;
    },
    async cardsOf(ids, viewer) {
      const cards = toCards(await repository.listCardsByIds(ids), viewer);
      const byId = new Map(cards.map((card) => [card._id, card]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    async requireOpen(id, viewer) {
      return toChannelCard(await requireOpen(repository, id, viewer), viewer, needs.logoPath);
    },
    factsOf: repository.findFacts,
    async search(query, limit, viewer) {
      const found = await repository.listHolding(query);
      return toCards(rankTitles(query, found, ({ name }) => name).slice(0, limit), viewer);
    },
    async featured(limit, viewer) {
      const filter = { section: undefined, isFeaturedOnly: true, isPublicOnly: false };
      return toCards((await repository.listCards(filter)).slice(0, limit), viewer);
    },
    async largestSections(limits, viewer) {
      return (await repository.listLargestSections(limits)).map((rows) => toCards(rows, viewer));
    },
    hasAny: repository.hasAny,
    listOpenings: () => listChannelOpenings(needs.db, needs.logoPath),
    countAll: repository.countAll,
    countDemo: repository.countDemo,
    async addDemo(input, demo) {
      await repository.insert(input, { demo });
      needs.version.advance();
    },
    async removeDemo() {
      await repository.removeDemo();
      needs.version.advance();
    },
    routes(serve) {
      serveChannels(serve, {
        repository,
        answers,
        streams: needs.streams,
        openPlaylists: needs.openPlaylists,
        deliver: needs.deliver,
        subtitlesOf: needs.subtitlesOf,
        logoPath: needs.logoPath,
        readSourceHealth: needs.readSourceHealth,
        onChanged: needs.version.advance,
      });
    },
  };
}
