import { useState } from 'react';
import { DrawnTile, type DrawnTileProps } from './drawn-tile.tsx';

export interface PictureProps extends DrawnTileProps {
  url: string | null | undefined;
  eager?: boolean | undefined;
}

/** An image; where it is missing or cannot be loaded, a drawing of its name. Its container sets its size. */
export function Picture({ name, shape, genre, url, eager = false }: PictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  if (!url || url === brokenUrl) return <DrawnTile name={name} shape={shape} genre={genre} />;
  return (
    <img
      src={url}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBrokenUrl(url)}
    />
  );
}
