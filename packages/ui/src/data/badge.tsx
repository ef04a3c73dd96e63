import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import './badge.css';

export interface BadgeProps extends ComponentProps<'span'> {
  /**
   * The colours of the badge. `live` is the red badge «EN VIVO» of the player; the cards of channels use a calmer label
   * instead.
   */
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
