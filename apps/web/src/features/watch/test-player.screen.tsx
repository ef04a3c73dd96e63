import { NothingToPlay, WatchFrame } from './frame/watch-frame.tsx';

/**
 * The test of the player that the apps for phones have of their own. A browser has no such player, so the page says where
 * the test works.
 *
 * @see the specification, sections 2 and 8 (test player)
 */
export function TestPlayerScreen() {
  return (
    <WatchFrame
      title="Prueba del reproductor"
      video={<NothingToPlay sentence="Este test solo funciona en dispositivos móviles" />}
    />
  );
}
