import { followReleases } from './platform/follow-releases.ts';
import { followReminders } from './shared/guide/follow-reminders.ts';
import { followNotices } from './shared/push/follow-notices.ts';

/**
 * Starts what runs in the background while the page is open: reminders, notices that are clicked, and the check for a new
 * release.
 */
export async function runLater(): Promise<void> {
  const open = (path: string): void => {
    location.hash = path;
  };
  followReminders(open);
  followNotices(open);
  await followReleases();
}
