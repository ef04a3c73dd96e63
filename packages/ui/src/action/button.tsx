import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { renderElement } from '../element/render-element.ts';
import { SpinnerRing } from '../wait/spinner.tsx';
import './button.css';

/** The properties that decide how a button looks; links that look like buttons have them too. */
export interface ButtonLook {
  /** The button's colours. At most one button of a screen is `primary`: the one for its main action. */
  variant?: 'primary' | 'second' | 'line' | 'ghost' | 'danger' | 'danger-line' | undefined;
  /**
   * The button's height: 48 px (`md`), 36 px (`sm`, for dense screens) or 30 px (`xs`); at least 44 px on touch
   * screens.
   */
  size?: 'md' | 'sm' | 'xs' | undefined;
  wide?: boolean | undefined;
  /** Whether the button's text has a lighter font weight, for a button that repeats in every row of a table. */
  quiet?: boolean | undefined;
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /**
   * Whether the operation that the button started is still running: further clicks are then ignored, and the button
   * keeps the focus.
   */
  loading?: boolean | undefined;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  /** The element to render instead of `<button>`, e.g. a router's link that is to look like a button. */
  render?: ReactElement | undefined;
}

/** The class names that make an element look like a button, for an element that the caller renders itself. */
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
    // While the button's operation is running, `aria-disabled` is set instead of `disabled`, which would take the focus
    // away from the button that was just pressed.
    ...(loading ? { 'aria-busy': true, 'aria-disabled': true } : {}),
  };
  return render === undefined ? <button type="button" {...props} /> : renderElement(render, props);
}
