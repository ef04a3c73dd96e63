import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import './badge.css';

export interface BadgeProps extends ComponentProps<'span'> {
  /** The badge's colours. `live` is the red badge of the player; a grid of channels uses the calmer label of a tile instead. */
  tone?: 'plain' | 'line' | 'ok' | 'off' | 'warn' | 'danger' | 'live' | 'plan' | undefined;
  icon?: ReactNode;
}

/** A badge: a label of one or two words that is not interactive. */
export function Badge({ tone = 'plain', icon, className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={classes('badge', tone !== 'plain' && `badge--${tone}`, className)}>
      {icon}
      {children}
    </span>
  );
}
