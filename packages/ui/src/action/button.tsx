import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { renderElement } from '../element/render-element.ts';
import { SpinnerRing } from '../wait/spinner.tsx';
import './button.css';

/** The look of a button, shared by everything that looks like one. */
export interface ButtonLook {
  /** A screen has at most one `primary` button. */
  variant?: 'primary' | 'second' | 'line' | 'ghost' | 'danger' | 'danger-line' | undefined;
  /** 48, 36 (dense screens) or 30 px high; never under 44 px on touch screens. */
  size?: 'md' | 'sm' | 'xs' | undefined;
  wide?: boolean | undefined;
  /** A lighter font weight, for an action that repeats in every row. */
  quiet?: boolean | undefined;
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** An operation is running: clicks and submits are ignored, the focus stays. */
  loading?: boolean | undefined;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  /** The element to render as, e.g. a router's link. */
  render?: ReactElement | undefined;
}

/** The class names of a button, for an element that the caller renders itself. */
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

/** A button, or with `render` a link with the look of one. Its `type` is `button` by default. */
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
    // `disabled` would remove the focus from a button that has just been pressed.
    ...(loading ? { 'aria-busy': true, 'aria-disabled': true } : {}),
  };
  return render === undefined ? <button type="button" {...props} /> : renderElement(render, props);
}
