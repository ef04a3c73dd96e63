import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import './badge.css';

export interface BadgeProps extends ComponentProps<'span'> {
  /** `live` is the red fill of a player; in a grid use the calmer label of a tile. */
  tone?: 'plain' | 'line' | 'ok' | 'off' | 'warn' | 'danger' | 'live' | 'plan' | undefined;
  icon?: ReactNode;
}

/** A label of one or two words; not interactive. */
export function Badge({ tone = 'plain', icon, className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={classes('badge', tone !== 'plain' && `badge--${tone}`, className)}>
      {icon}
      {children}
    </span>
  );
}
