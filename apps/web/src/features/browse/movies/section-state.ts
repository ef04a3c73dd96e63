import { useLocation } from 'react-router';

/** The navigation state that the two screens of «Películas» pass to each other. */
export interface SectionState {
  /** The section was entered from the wall, which is the entry before in the history. */
  isFromWall?: true;
  /** The section that the person has come out of. */
  left?: string;
}

/** The state that the other screen passed; empty when the person came from elsewhere. */
export function useSectionState(): SectionState {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null ? state : {};
}
