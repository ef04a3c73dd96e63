import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { renderElement } from '../element/render-element.ts';
import { SpinnerRing } from '../wait/spinner.tsx';
import './button.css';

/** The properties that decide how a button looks; also for links that look like buttons. */
export interface ButtonLook {
  /** A screen has at most one `primary` button. */
  variant?: 'primary' | 'second' | 'line' | 'ghost' | 'danger' | 'danger-line' | undefined;
  /** The button's height: 48 px, 36 px (dense screens) or 30 px; at least 44 px on touch screens. */
  size?: 'md' | 'sm' | 'xs' | undefined;
  wide?: boolean | undefined;
  /** Whether the button's text has a lighter font weight, for an action that repeats in every row. */
  quiet?: boolean | undefined;
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** Whether an operation is running: clicks and submits are then ignored, and the button keeps the focus. */
  loading?: boolean | undefined;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  /** The element to render the button as, e.g. a router's link. */
  render?: ReactElement | undefined;
}

/** The class names of a button, for an element that the caller itself renders. */
export function buttonClass({ variant = 'second', size = 'md', wide, quiet }: ButtonLook): string {
  return (
    classes(
      'btn',
      `btn--${variant}`,
      size !== 'md' && `btn--${size}`,
      wide && 'btn--wide',
      quiet && 'btn--quiet',
    ) ?? ''
  );
}

function swallow(event: MouseEvent): void {
  event.preventDefault();
}

/** A button; with `render`, a link that looks like a button. Its `type` is `button` by default. */
export function Button({
  variant,
  size,
  wide,
  quiet,
  loading = false,
  icon,
  iconEnd,
  render,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const props = {
    ...rest,
    className: classes(buttonClass({ variant, size, wide, quiet }), className),
    onClick: loading ? swallow : onClick,
    children: (
      <>
        {loading ? <SpinnerRing /> : icon}
        {children}
        {iconEnd}
      </>
    ),
    // `aria-disabled` is set instead of `disabled`, which would take the focus away from a button that has just been pressed.
    ...(loading ? { 'aria-busy': true, 'aria-disabled': true } : {}),
  };
  return render === undefined ? <button type="button" {...props} /> : renderElement(render, props);
}
