import { classes, IconButton, type IconButtonProps } from '@butaca/ui';
import { Heart } from 'lucide-react';
import type { Favourite } from './favourite.ts';
import { useFavourite } from './use-favourite.ts';

export interface FavouriteButtonProps extends Pick<IconButtonProps, 'variant' | 'size' | 'className'> {
  favourite: Favourite;
}

/**
 * A heart button that adds a video or channel to «Mi lista» or removes it; the heart is full while it is on the list.
 */
export function FavouriteButton({ favourite, ...look }: FavouriteButtonProps) {
  const { isFavourite, label, toggle } = useFavourite(favourite);
  return (
    <IconButton {...look} label={label} onClick={toggle}>
      <FavouriteIcon isFavourite={isFavourite} />
    </IconButton>
  );
}

export function FavouriteIcon({ isFavourite }: { isFavourite: boolean }) {
  return <Heart className={classes('ico', isFavourite && 'ico--fill')} aria-hidden />;
}
