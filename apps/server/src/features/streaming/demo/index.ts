import type { Actor } from '@butaca/db';
import { createLazy } from '../../../platform/async/single-flight.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createDemoNoteFile, type DemoAccount } from './demo-accounts.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import { createDemoMedia } from './demo-media.ts';
import type { DemoTargets } from './demo-targets.ts';
import { dateIn, readDemoGuide, writeDemoGuide } from './demo-guide.ts';
import { serveDemo } from './demo.routes.ts';
import { seedDemo } from './seed-demo.ts';

export type { DemoAccount } from './demo-accounts.ts';
export type { DemoTargets } from './demo-targets.ts';

/** The demo: a demonstration catalogue and accounts, which are written into an empty database. */
export interface Demo {
  media: ReturnType<typeof createDemoMedia>;
  /**
   * Writes the demo data once, if the database has no channels and no accounts. @returns the demo accounts, which the
   * server prints at each start while the demo is installed
   */
  ensureSeeded(targets: DemoTargets): Promise<readonly DemoAccount[] | undefined>;
  /** Permanently removes the demo's channels, videos and accounts, except the account of the person who does this. */
  remove(targets: DemoTargets, actor: Actor): Promise<void>;
  /** Returns the demo's accounts, which the server prints; `undefined` when the demo is not installed. */
  accounts(): Promise<readonly DemoAccount[] | undefined>;
  /**
   * Makes the guide of the demo's channels from the day before today to two weeks after.
   *
   * @param asked - `zone`: of its times · `knownTag`: the tag of the guide that was read before
   * @returns `undefined` when the guide has that tag
   */
  openGuide(asked: {
    zone: string;
    knownTag: string | undefined;
  }): Promise<{ xml: string; tag: string } | undefined>;
  routes(serve: ServeEndpoint<Actor>, targets: DemoTargets): void;
}

/** Creates the demo: a catalogue with the repository's own media, installed into an empty database. */
export function demoFeature(needs: {
  demoDir: string;
  dataDir: string;
  /** Identifies this database among all databases that have used the data folder. */
  databaseKey: string;
  clock: Clock;
}): Demo {
  // The demo's folder is only read when something needs it: a server without the demo does not need that folder.
  const { get: readCatalogue } = createLazy(() => readDemoCatalogue(needs.demoDir));
  const note = createDemoNoteFile(needs.dataDir, needs.databaseKey);

  async function accounts(): Promise<readonly DemoAccount[] | undefined> {
    const kept = await note.read();
    return kept !== undefined && 'accounts' in kept ? kept.accounts : undefined;
  }

  const seed = async (targets: DemoTargets) =>
    seedDemo(targets, await readCatalogue(), { note, clock: needs.clock });

  async function clear(targets: DemoTargets, actor: Actor | undefined): Promise<void> {
    await targets.guide.removeDemo();
    await targets.collections.removeDemo();
    await targets.videos.removeDemo();
    await targets.channels.removeDemo();
    await targets.accounts.removeDemoAccounts(actor);
  }

  async function remove(targets: DemoTargets, actor: Actor): Promise<void> {
    await clear(targets, actor);
    await note.write({ removedAt: needs.clock.now().toISOString() });
  }

  return {
    media: createDemoMedia(needs.demoDir, readCatalogue, needs.clock),
    accounts,
    remove,
    async openGuide({ zone, knownTag }) {
      const today = dateIn(zone, needs.clock.now());
      if (today === knownTag) return undefined;
      const guide = await readDemoGuide(needs.demoDir);
      return { xml: writeDemoGuide(guide, await readCatalogue(), today), tag: today };
    },
    async ensureSeeded(targets) {
      const kept = await note.read();
      if (kept === undefined) {
        const isEmpty =
          (await targets.channels.countAll()) === 0 && (await targets.accounts.countAccounts()) === 0;
        return isEmpty ? seed(targets) : undefined;
      }
      if ('removedAt' in kept) return undefined;
      if (kept.isComplete) return kept.accounts;
      // The last start was interrupted while it wrote the demo data, so they are removed and written again.
      await clear(targets, undefined);
      return seed(targets);
    },
    routes: (serve, targets) => serveDemo(serve, targets, remove),
  };
}
