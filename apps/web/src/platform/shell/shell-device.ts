import type { Bridge } from '@butaca/bridge';

/** Turns the screen to landscape while something is in full screen. A device that cannot turn stays as it is. */
export function turnFullscreen(orientation: NonNullable<Bridge['orientation']>): () => void {
  const follow = (): void => {
    void (document.fullscreenElement ? orientation.lock('landscape') : orientation.unlock()).catch(
      () => undefined,
    );
  };
  document.addEventListener('fullscreenchange', follow);
  return () => document.removeEventListener('fullscreenchange', follow);
}
