import { classes } from '../element/classes.ts';
import './avatar.css';

export interface AvatarProps {
  name: string;
  size?: 'md' | 'sm' | undefined;
  className?: string | undefined;
}

/**
 * The avatar of a user: a cinema seat with the first letter of the user name. It is hidden from screen readers, because
 * the element around it has the name.
 */
export function Avatar({ name, size = 'md', className }: AvatarProps) {
  const letter = name.trim().match(/./u)?.[0].toLocaleUpperCase('es') ?? '?';
  return (
    <span className={classes('avatar', size === 'sm' && 'avatar--sm', className)} aria-hidden="true">
      {letter}
    </span>
  );
}
