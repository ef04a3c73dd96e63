import type { ComponentProps, ReactElement } from 'react';
import { classes } from '../element/classes.ts';
import { renderElement } from '../element/render-element.ts';
import './button.css';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** The name of the icon button for screen readers, also shown as its tooltip. */
  label: string;
  variant?: 'soft' | 'solid' | 'bare' | undefined;
  size?: 'md' | 'lg' | undefined;
  render?: ReactElement | undefined;
}

export function IconButton({
  label,
  variant = 'bare',
  size = 'md',
  render,
  className,
  ...rest
}: IconButtonProps) {
  const props = {
    ...rest,
    'aria-label': label,
    title: label,
    className: classes(
      'iconbtn',
      variant !== 'soft' && `iconbtn--${variant}`,
      size === 'lg' && 'iconbtn--lg',
      className,
    ),
  };
  return render === undefined ? <button type="button" {...props} /> : renderElement(render, props);
}
