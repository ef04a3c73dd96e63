import { useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { hasEntryBefore } from '../../../platform/entry-keys.ts';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { readLineup, type Lineup } from '../../../shared/card/lineup.ts';
import { paths, readReturnPath } from '../../../shared/paths.ts';

/**
 * The navigation state (`history.state`) that a link passes to the watch page.
 *
 * @see docs/requisitos.md, R2.30
 */
export interface WatchOrigin {
  /** The path of the screen to which the watch page's back button returns. */
  from: string | undefined;
  /**
   * The section from which the title was opened; decides where the back button leads if the link named no screen
   * (`from`).
   */
  fromSection: string | undefined;
  /** The title that the watch page shows until the film or channel is loaded. */
  title: string | undefined;
  /**
   * The URLs of the title's pictures, shown until the video is loaded and tells its own; `null` if the title has none,
   * `undefined` if the link does not say.
   */
  backdrop: string | null | undefined;
  poster: string | null | undefined;
  /** The URL of a channel's logo; `colour` is the colour of that logo. Both are shown until the channel is loaded. */
  logo: string | undefined;
  colour: string | undefined;
  /** The second of the video at which the link asks playback to start. */
  startTime: number | undefined;
  /** The indices, from 0, of the season and of the chapter that the link asks the page to play. */
  seasonIndex: number | undefined;
  chapterIndex: number | undefined;
  /**
   * Whether the person chose the daily trial (free minutes of titles that their plan does not open) before the watch
   * page opened.
   */
  useTrial: boolean;
  /** The list of channels from which a channel was opened. */
  lineup: Lineup | undefined;
  /**
   * The ids of the titles that the person watched one after the other through the suggestions at the end of each; the
   * next suggestions leave them out.
   */
  seen: readonly string[];
}

/**
 * Reads the navigation state of the watch page and drops every field of the wrong type, because old history entries may
 * contain anything.
 */
export function readWatchOrigin(state: unknown): WatchOrigin {
  const given = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  const text = (key: string): string | undefined => {
    const value = given[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const count = (key: string): number | undefined => {
    const value = given[key];
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  return {
    from: text('from'),
    fromSection: text('fromSection'),
    title: text('title') ?? text('name'),
    backdrop: given['backdrop'] === null ? null : text('backdrop'),
    poster: given['poster'] === null ? null : text('poster'),
    logo: text('logo'),
    colour: text('colour'),
    startTime: count('startTime'),
    seasonIndex: count('seasonIndex'),
    chapterIndex: count('chapterIndex'),
    lineup: readLineup(given['lineup']),
    useTrial: given['useTrial'] === true,
    seen: Array.isArray(given['seen']) ? given['seen'].filter((id) => typeof id === 'string') : [],
  };
}

export function useWatchOrigin(): WatchOrigin {
  return readWatchOrigin(useLocation().state);
}

/**
 * Removes the start position that a link passed to the watch page from the history entry once playback has begun, so
 * that a reload resumes at the saved position instead.
 *
 * @returns a function that removes the start position when it is first called
 */
export function useForgetAskedStart(): () => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { startTime, seasonIndex, chapterIndex } = readWatchOrigin(state);
  const isForgotten = useRef(
    startTime === undefined && seasonIndex === undefined && chapterIndex === undefined,
  );
  return () => {
    if (isForgotten.current) return;
    isForgotten.current = true;
    const heard = ['startTime', 'seasonIndex', 'chapterIndex'];
    const rest = Object.fromEntries(
      Object.entries(state as object).filter(([key]) => !heard.includes(key)),
    ) as unknown;
    navigate({ search }, { replace: true, preventScrollReset: true, state: rest });
  };
}

/**
 * Returns the function behind the back buttons of the watch page: back to the previous screen with its scroll position,
 * or else to «Series» or the home page.
 *
 * @see docs/requisitos.md, R2.32
 */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { from, fromSection } = useWatchOrigin();
  const { itemType } = useParams();
  return () => {
    // The previous history entry is the screen that linked to the watch page, with its stored scroll position.
    if (from !== undefined && hasEntryBefore()) navigate(-1);
    else
      navigate(from === undefined ? listOf(fromSection ?? itemType) : readReturnPath(from), {
        replace: true,
      });
  };
}

function listOf(section: string | undefined): string {
  return /^series?$/i.test(section ?? '') ? paths.series : paths.home;
}
