import { classes } from '../element/classes.ts';
import './avatar.css';

export interface AvatarProps {
  name: string;
  size?: 'md' | 'sm' | undefined;
  className?: string | undefined;
}

/** An avatar: a seat with the first letter of a name. It is hidden from screen readers, because its container has the name. */
export function Avatar({ name, size = 'md', className }: AvatarProps) {
  const letter = name.trim().match(/./u)?.[0].toLocaleUpperCase('es') ?? '?';
  return (
    <span className={classes('avatar', size === 'sm' && 'avatar--sm', className)} aria-hidden="true">
      {letter}
    </span>
  );
}
