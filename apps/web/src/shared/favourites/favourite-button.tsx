import { classes, IconButton, type IconButtonProps } from '@butaca/ui';
import { Heart } from 'lucide-react';
import type { Favourite } from './favourite.ts';
import { useFavourite } from './use-favourite.ts';

export interface FavouriteButtonProps extends Pick<IconButtonProps, 'variant' | 'size' | 'className'> {
  favourite: Favourite;
}

/** A heart: full while it is on «Mi lista». */
export function FavouriteButton({ favourite, ...look }: FavouriteButtonProps) {
  const { isKept, label, toggle } = useFavourite(favourite);
  return (
    <IconButton {...look} label={label} data-within onClick={toggle}>
      <FavouriteIcon isKept={isKept} />
    </IconButton>
  );
}

export function FavouriteIcon({ isKept }: { isKept: boolean }) {
  return <Heart className={classes('ico', isKept && 'ico--fill')} aria-hidden />;
}
