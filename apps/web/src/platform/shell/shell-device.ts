import type { Bridge } from '@butaca/bridge';

/**
 * Handles the hardware key «back» as the specification says: it goes back in the history if possible, and leaves the app
 * otherwise. A full screen is left first. The history of a hash route numbers its entries (`idx`), beginning with 0.
 */
export function followBackKey(back: NonNullable<Bridge['back']>): () => void {
  return back.onPress(() => {
    const index: unknown = (history.state as { idx?: unknown } | null)?.idx;
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (typeof index === 'number' && index > 0) history.back();
    else void back.exit();
  });
}

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
