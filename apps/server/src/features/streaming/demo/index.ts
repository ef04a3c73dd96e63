import type { ChannelInput } from '@butaca/contract';
import type { Actor } from '@butaca/db';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createDemoNoteFile, makeDemoAccounts, type DemoAccount } from './demo-accounts.ts';
import { readDemoCatalogue, type DemoCatalogue } from './demo-catalogue.ts';
import { filmSeconds } from './film-playlist.ts';
import { createDemoMedia } from './demo-media.ts';
import { serveDemo } from './demo.routes.ts';
import { toDemoVideo, type DemoVideo } from './demo-videos.ts';

export type { DemoAccount } from './demo-accounts.ts';

/** The features that the demo's catalogue and accounts are written to. */
export interface DemoTargets {
  accounts: {
    generatePassword(): string;
    /** @returns its key */
    createDemoAccount(account: DemoAccount): Promise<string>;
    countAccounts(): Promise<number>;
    countDemoAccounts(): Promise<number>;
    /** @param actor - who removes the demo: keeps the account, and is kept as its remover */
    removeDemoAccounts(actor: Actor | undefined): Promise<void>;
  };
  channels: {
    countAll(): Promise<number>;
    countDemo(): Promise<number>;
    addDemo(input: ChannelInput, demo: { channelNumber: number; colour: string | null }): Promise<void>;
    removeDemo(): Promise<void>;
  };
  catalogue: {
    countDemo(): Promise<number>;
    /** @returns the keys, by slug */
    addDemo(videos: readonly DemoVideo[]): Promise<ReadonlyMap<string, string>>;
    removeDemo(): Promise<void>;
  };
  collections: {
    addDemo(name: string, itemsModel: 'Video' | 'Serie', videoIds: readonly string[]): Promise<void>;
    removeDemo(): Promise<void>;
  };
  progress: {
    /** Somebody was here in a video, a while ago. */
    begin(accountId: string, videoId: string, place: BegunPlace): Promise<void>;
  };
}

/** Seconds into a film, or into a chapter of a series. */
export interface BegunPlace {
  seconds: number;
  durationSeconds: number;
  season: number | undefined;
  chapter: number | undefined;
  at: Date;
}

export interface Demo {
  media: ReturnType<typeof createDemoMedia>;
  /** Seeds a database once, if nothing and nobody is in it yet. Gives the accounts to print while the demo is there. */
  ensureSeeded(house: DemoTargets): Promise<readonly DemoAccount[] | undefined>;
  /** Removes the demo's channels and accounts but the actor's, for good. */
  remove(house: DemoTargets, actor: Actor): Promise<void>;
  /** The accounts to print while the demo is there. */
  accounts(): Promise<readonly DemoAccount[] | undefined>;
  routes(serve: ServeEndpoint<Actor>, house: DemoTargets): void;
}

/** One evening after another. */
const begunApartMs = 86_400_000;

/** The demonstration catalogue: the repository's own media, offered to an empty database. */
export function demoFeature(needs: {
  demoDir: string;
  dataDir: string;
  /** Tells this database from others that the data folder may have seen. */
  databaseKey: string;
  clock: Clock;
}): Demo {
  let catalogue: Promise<DemoCatalogue> | undefined;
  // Read when it is first needed: a server without the demo has no use for its folder.
  const readCatalogue = (): Promise<DemoCatalogue> => (catalogue ??= readDemoCatalogue(needs.demoDir));
  const note = createDemoNoteFile(needs.dataDir, needs.databaseKey);

  async function accounts(): Promise<readonly DemoAccount[] | undefined> {
    const kept = await note.read();
    return kept !== undefined && 'accounts' in kept ? kept.accounts : undefined;
  }

  async function seed(house: DemoTargets): Promise<readonly DemoAccount[]> {
    const people = makeDemoAccounts(house.accounts.generatePassword);
    // The note first: an account whose password nobody knows would be of no use.
    await note.write({ accounts: people, isComplete: false });
    const accountIds: string[] = [];
    for (const person of people) accountIds.push(await house.accounts.createDemoAccount(person));
    const { channels, videos, collections, begun } = await readCatalogue();
    const ids = await house.catalogue.addDemo(videos.map(toDemoVideo));
    for (const { name, itemsModel, items } of collections) {
      await house.collections.addDemo(
        name,
        itemsModel,
        items.flatMap((slug) => ids.get(slug) ?? []),
      );
    }
    for (const [index, { video, season, chapter, seconds }] of begun.entries()) {
      const at = new Date(needs.clock.now().getTime() - (begun.length - index) * begunApartMs);
      const place = { seconds, durationSeconds: filmSeconds, season, chapter, at };
      const videoId = ids.get(video);
      if (videoId === undefined) continue;
      for (const accountId of accountIds) await house.progress.begin(accountId, videoId, place);
    }
    for (const [index, channel] of channels.entries()) {
      await house.channels.addDemo(
        {
          name: channel.name,
          url: `internal:demo/live/${channel.slug}/index.m3u8`,
          logo: `internal:demo/${channel.logo}`,
          section: channel.section,
          description: channel.description,
          isFeatured: channel.isFeatured,
          isPubliclyVisible: channel.isPubliclyVisible,
          requiresPlan: channel.requiresPlan,
        },
        { channelNumber: index + 1, colour: channel.colour },
      );
    }
    await note.write({ accounts: people, isComplete: true });
    return people;
  }

  async function clear(house: DemoTargets, actor: Actor | undefined): Promise<void> {
    await house.collections.removeDemo();
    await house.catalogue.removeDemo();
    await house.channels.removeDemo();
    await house.accounts.removeDemoAccounts(actor);
  }

  async function remove(house: DemoTargets, actor: Actor): Promise<void> {
    await clear(house, actor);
    await note.write({ removedAt: needs.clock.now().toISOString() });
  }

  return {
    media: createDemoMedia(needs.demoDir, readCatalogue, needs.clock),
    accounts,
    remove,
    async ensureSeeded(house) {
      const kept = await note.read();
      if (kept === undefined) {
        const isEmpty =
          (await house.channels.countAll()) === 0 && (await house.accounts.countAccounts()) === 0;
        return isEmpty ? seed(house) : undefined;
      }
      if ('removedAt' in kept) return undefined;
      if (kept.isComplete) return kept.accounts;
      // A seeding that was cut short starts over.
      await clear(house, undefined);
      return seed(house);
    },
    routes: (serve, house) => serveDemo(serve, house, (actor) => remove(house, actor)),
  };
}
