import { findShell } from '../../platform/shell/shell.ts';
import { NothingToPlay, WatchFrame } from './frame/watch-frame.tsx';
import { NativeTest } from './native-test/native-test.tsx';

/**
 * The test of the player that the apps for phones have of their own. A browser has no such player, so the page says where
 * the test works.
 *
 * @see docs/requisitos.md, R2.53 and R8.19
 */
export function TestPlayerScreen() {
  const player = findShell()?.bridge.nativePlayer;
  return (
    <WatchFrame
      title="Prueba del reproductor"
      video={
        player === undefined ? (
          <NothingToPlay sentence="Este test solo funciona en dispositivos móviles" />
        ) : (
          <NativeTest player={player} />
        )
      }
    />
  );
}
