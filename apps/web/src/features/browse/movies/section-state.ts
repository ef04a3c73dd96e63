import { useLocation } from 'react-router';

/** What the two screens of «Películas» tell each other when one leads to the other. */
export interface SectionState {
  /** The section was entered from the wall, which is the entry before in the history. */
  isFromWall?: true;
  /** The section that the person has come out of. */
  left?: string;
}

/** What the other screen has told; nothing where the person came by another way. */
export function useSectionState(): SectionState {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null ? state : {};
}
