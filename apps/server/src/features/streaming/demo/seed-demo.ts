import type { Clock } from '../../../platform/clock.ts';
import { makeDemoAccounts, type createDemoNoteFile, type DemoAccount } from './demo-accounts.ts';
import type { DemoCatalogue } from './demo-catalogue.ts';
import type { DemoTargets } from './demo-targets.ts';
import { toDemoVideo } from './demo-videos.ts';
import { filmSeconds } from './film-playlist.ts';

/** The time between the dates of two playback positions of the demo, in ms: one day. */
const begunApartMs = 86_400_000;

/**
 * Writes the demo's accounts, videos, collections, playback positions, channels and guide into the database.
 *
 * @param note - the file that gets the passwords before anything is written to the database: nobody could sign in to an
 * account whose password is lost
 * @returns the accounts with their passwords
 */
export async function seedDemo(
  targets: DemoTargets,
  { channels, videos, collections, begun }: DemoCatalogue,
  { note, clock }: { note: ReturnType<typeof createDemoNoteFile>; clock: Clock },
): Promise<readonly DemoAccount[]> {
  const people = makeDemoAccounts(targets.accounts.generatePassword);
  await note.write({ accounts: people, isComplete: false });
  const accountIds: string[] = [];
  for (const person of people) accountIds.push(await targets.accounts.createDemoAccount(person));
  const ids = await targets.videos.addDemo(videos.map(toDemoVideo));
  for (const { name, itemsModel, items } of collections) {
    await targets.collections.addDemo(
      name,
      itemsModel,
      items.flatMap((slug) => ids.get(slug) ?? []),
    );
  }
  for (const [index, { video, season, chapter, seconds }] of begun.entries()) {
    const at = new Date(clock.now().getTime() - (begun.length - index) * begunApartMs);
    const position = { seconds, durationSeconds: filmSeconds, season, chapter, at };
    const videoId = ids.get(video);
    if (videoId === undefined) continue;
    for (const accountId of accountIds) await targets.progress.begin(accountId, videoId, position);
  }
  for (const [index, channel] of channels.entries()) {
    await targets.channels.addDemo(
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
      {
        channelNumber: index + 1,
        colour: channel.colour,
        tvgId: channel.slug,
        archiveDays: channel.archiveDays,
      },
    );
  }
  await targets.guide.addDemo();
  await note.write({ accounts: people, isComplete: true });
  return people;
}
