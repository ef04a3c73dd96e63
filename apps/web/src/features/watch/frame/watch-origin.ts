import { useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { paths, readReturnPath } from '../../../shared/paths.ts';

/** The navigation state that a link passes to the watch page. @see the specification, section 2 (watch page) */
export interface WatchOrigin {
  /** The path to which the watch page returns. */
  from: string | undefined;
  /** The section from which the item was opened; used if no return path is given. */
  fromSection: string | undefined;
  /** The title that the page shows until the item is loaded. */
  title: string | undefined;
  /** The URL of the channel's logo, and the logo's colour. */
  logo: string | undefined;
  colour: string | undefined;
  /** The start position that the link asks for, in seconds. */
  startTime: number | undefined;
  /** The indices of the season and chapter that the link asks for, from 0. */
  seasonIndex: number | undefined;
  chapterIndex: number | undefined;
  /** Whether the person chose the daily trial. */
  useTrial: boolean;
  /** The ids of the titles watched in a row, each opened from the end of the previous one. */
  seen: readonly string[];
}

/** Reads the navigation state, which is not trusted. */
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
    logo: text('logo'),
    colour: text('colour'),
    startTime: count('startTime'),
    seasonIndex: count('seasonIndex'),
    chapterIndex: count('chapterIndex'),
    useTrial: given['useTrial'] === true,
    seen: Array.isArray(given['seen']) ? given['seen'].filter((id) => typeof id === 'string') : [],
  };
}

export function useWatchOrigin(): WatchOrigin {
  return readWatchOrigin(useLocation().state);
}

/**
 * Removes the link's start position from the history entry once playback has begun, so that a reload resumes at the
 * saved position.
 *
 * @returns a function that removes the start position when it is first called
 */
export function useForgetAskedStart(): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
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
    void navigate('.', { replace: true, preventScrollReset: true, state: rest });
  };
}

/**
 * Leaves the page: back to the previous screen and its scroll position, or else to the list that the item belongs to.
 *
 * @see the specification, section 2 (watch page)
 */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { from, fromSection } = useWatchOrigin();
  const { itemType } = useParams();
  return () => {
    // The router numbers the history entries that it made. If this is not the first, the previous entry is the screen
    // that linked here, with its stored scroll position.
    const { idx } = (history.state ?? {}) as { idx?: number };
    if (from !== undefined && idx !== undefined && idx > 0) void navigate(-1);
    else
      void navigate(from === undefined ? listOf(fromSection ?? itemType) : readReturnPath(from), {
        replace: true,
      });
  };
}

function listOf(section: string | undefined): string {
  return /^series?$/i.test(section ?? '') ? paths.series : paths.home;
}
