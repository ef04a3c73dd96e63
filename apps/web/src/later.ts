import { followReleases } from './platform/follow-releases.ts';
import { followReminders } from './shared/guide/follow-reminders.ts';

/** Starts what runs in the background while the page is open: reminders, and the check for a new release. */
export async function runLater(): Promise<void> {
  followReminders((path) => {
    location.hash = path;
  });
  await followReleases();
}
