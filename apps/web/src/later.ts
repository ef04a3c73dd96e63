import { followReleases } from './platform/follow-releases.ts';
import { followReminders } from './shared/guide/follow-reminders.ts';

/** Starts what follows the server as long as the page is open, and what nobody waits for when the page is shown. */
export async function runLater(): Promise<void> {
  followReminders((path) => {
    location.hash = path;
  });
  await followReleases();
}
