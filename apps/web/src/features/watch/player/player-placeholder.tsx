import { Spinner } from '@butaca/ui';
import type { ReactNode } from 'react';
import './player.css';

/**
 * A dark box with the video's aspect ratio in place of the player, so that the layout of the watch page does not shift
 * when the player replaces it.
 */
export function PlayerPlaceholder({
  isLoading = false,
  children,
}: {
  isLoading?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="player player--empty">
      {isLoading ? <Spinner size="lg" label="Cargando video..." showLabel /> : null}
      {children}
    </div>
  );
}
