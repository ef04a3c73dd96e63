import { useLocation } from 'react-router';

/** The navigation state that the two screens of «Películas» pass to each other. */
export interface SectionState {
  /** Whether the section was opened from the wall of sections, which is then the previous history entry. */
  isFromWall?: true;
  /** The key of the section that the person has just left. */
  left?: string;
}

/** The navigation state that the other screen passed; empty when the person navigated from elsewhere. */
export function useSectionState(): SectionState {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null ? state : {};
}
