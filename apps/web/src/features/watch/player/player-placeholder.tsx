import { Spinner } from '@butaca/ui';
import type { ReactNode } from 'react';
import './player.css';

/**
 * A dark box with the video's aspect ratio in place of the player, so that the layout of the watch page does not shift
 * when the player replaces it.
 */
export function PlayerPlaceholder({
  isLoading = false,
  posterUrl,
  children,
}: {
  isLoading?: boolean;
  posterUrl?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="player player--empty">
      <PlayerPoster url={posterUrl} />
      {isLoading ? <Spinner size="lg" label="Cargando video..." showLabel /> : null}
      {children}
    </div>
  );
}

/** The picture in place of the video until its first frame; a dark box without a picture. */
export function PlayerPoster({ url }: { url: string | undefined }) {
  if (url === undefined) return null;
  return <img className="player__poster" src={url} alt="" decoding="async" fetchPriority="low" />;
}
