import { Spinner } from '@butaca/ui';
import type { ReactNode } from 'react';
import './player.css';

/** The dark screen where the video will be, in its own proportions, so that nothing moves when it comes. */
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
