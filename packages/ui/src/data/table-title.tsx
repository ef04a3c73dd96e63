import { useState } from 'react';
import type { ReactNode } from 'react';
import { DrawnTile } from '../browse/drawn-tile.tsx';
import { readLogo } from '../browse/logo-reading.ts';
import { classes } from '../element/classes.ts';
import './table.css';

export interface TableTitleProps {
  name: string;
  detail?: ReactNode;
  imageUrl?: string | null | undefined;
  imageShape?: 'poster' | 'logo' | undefined;
}

/**
 * The cell of a table that says what its row is about: a small image (or a drawing without one), a name and a detail.
 */
export function TableTitle({ name, detail, imageUrl, imageShape = 'poster' }: TableTitleProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const [darkUrl, setDarkUrl] = useState<string | null>(null);
  return (
    <span className={classes('tname', imageShape === 'logo' && 'tname--logo')}>
      {imageUrl && imageUrl !== brokenUrl ? (
        <img
          src={imageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className={classes(darkUrl === imageUrl && 'is-light')}
          onLoad={(event) => {
            if (imageShape === 'logo' && readLogo(event.currentTarget)?.isDark) setDarkUrl(imageUrl);
          }}
          onError={() => setBrokenUrl(imageUrl)}
        />
      ) : (
        <DrawnTile name={name} shape="small" />
      )}
      <span>
        <b>{name}</b>
        {detail ? <small>{detail}</small> : null}
      </span>
    </span>
  );
}
