/**
 * Loads what a remote control needs beyond the arrow keys ({@link ./remote.ts}) at the first key of one, on all screens.
 *
 * @returns a function that ends it
 */
export function listenToRemote(): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  const load = async (event: KeyboardEvent): Promise<void> => {
    // The numbers of the keys «back» of webOS and Tizen, which have no common name.
    if (!/^Arrow|Back$/.test(event.key) && ![461, 10_009].includes(event.keyCode)) return;
    document.removeEventListener('keydown', hear, true);
    try {
      const { followRemote } = await import('./remote.ts');
      if (!isOver) stop = followRemote(event);
    } catch {
      if (!isOver) document.addEventListener('keydown', hear, true);
    }
  };
  const hear = (event: KeyboardEvent): void => void load(event);
  document.addEventListener('keydown', hear, true);
  return () => {
    isOver = true;
    stop?.();
    document.removeEventListener('keydown', hear, true);
  };
}
