import { useLocation } from 'react-router';

/**
 * The navigation state that the two screens of «Películas» (all sections, the films of one section) pass to each other.
 */
export interface SectionState {
  /** Whether the film section was opened from the screen of all sections, which is then the previous history entry. */
  isFromAllSections?: true;
  /** The key, such as `CINE_4K`, of the film section that the person has just left with «Volver». */
  left?: string;
}

/**
 * Reads the navigation state that one screen of «Películas» passed to the other; empty when the person navigated from
 * elsewhere.
 */
export function useSectionState(): SectionState {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null ? state : {};
}
