import { useArrowNavigation } from '@butaca/ui';
import { useEffect } from 'react';

/**
 * Arrow navigation for all screens, as on a television: an arrow key that no part of the screen handles moves the focus
 * in its direction. What else a remote control needs is loaded at its first key.
 *
 * @returns the props for the element that contains the whole page
 */
export function useRemoteControl() {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    const load = async (event: KeyboardEvent): Promise<void> => {
      // The numbers of the keys «back» of webOS and Tizen, which have no common name.
      if (!/^Arrow|Back$/.test(event.key) && ![461, 10_009].includes(event.keyCode)) return;
      document.removeEventListener('keydown', hear);
      try {
        const { followRemote } = await import('./remote.ts');
        if (!isOver) stop = followRemote(event);
      } catch {
        if (!isOver) document.addEventListener('keydown', hear);
      }
    };
    const hear = (event: KeyboardEvent): void => void load(event);
    document.addEventListener('keydown', hear);
    return () => {
      isOver = true;
      stop?.();
      document.removeEventListener('keydown', hear);
    };
  }, []);
  return useArrowNavigation();
}
