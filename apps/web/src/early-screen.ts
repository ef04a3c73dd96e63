import type { ComponentType } from 'react';
import { loadHome } from './index-route.tsx';
import { dropEarlyAnswers, type EarlyAnswers } from './platform/api/early-answer.ts';
import { fetchScreen } from './platform/lazy-screen.tsx';
import { sessionToken } from './platform/session/session-store.ts';
import { loadLiveTv, loadMovies } from './routes.tsx';
import { paths } from './shared/paths.ts';
import { wait } from './platform/base/clock.ts';

/** A screen whose data early.ts requests; `prefetch` puts them into the query cache and never rejects. */
type EarlyScreen = ComponentType & { prefetch: () => Promise<unknown> };

/** The loading functions of the screens whose data early.ts requests, by their paths. */
const screens: Readonly<Record<string, () => Promise<EarlyScreen>>> = {
  [paths.home]: loadHome,
  [paths.movies]: loadMovies,
  [paths.liveTv]: loadLiveTv,
};

/**
 * The longest time that the static skeleton in index.html (the shell) stays visible after the code is loaded; after it
 * the opened screen is shown even if its data or image is missing.
 */
const shellTimeoutMs = 500;

/**
 * Waits until the opened screen can replace the static skeleton in index.html at once, with its largest image: a second
 * skeleton in between would cost a render on the slowest phones. Never rejects, and waits at most half a second; after
 * that the screen itself loads what is missing and shows its failures.
 */
export async function awaitEarlyScreen({ path, token, image }: EarlyAnswers): Promise<void> {
  if (token !== sessionToken()) return dropEarlyAnswers();
  const load = screens[path];
  const ready = Promise.all([
    // If the session has changed meanwhile, nothing is prefetched: the early answers belong to the former session.
    load &&
      fetchScreen(load)
        .then(load)
        .then((screen) => token === sessionToken() && screen.prefetch()),
    image,
  ]);
  await Promise.race([ready.catch(() => undefined), wait(shellTimeoutMs)]);
}
