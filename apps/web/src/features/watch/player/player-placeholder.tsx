import { Spinner } from '@butaca/ui';
import type { ReactNode } from 'react';
import './player.css';

/** A dark placeholder with the video's aspect ratio, so that the layout does not shift when the video is shown. */
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
