import { Button, type ButtonLook } from '@butaca/ui';
import type { ComponentProps } from 'react';
import { hrefTo, paths } from '../paths.ts';

/** The link «Ver planes», which looks like a button and leads to the page of plans. */
export function PlansDoor({ variant = 'line', size = 'sm' }: Pick<ButtonLook, 'variant' | 'size'>) {
  return (
    <Button variant={variant} size={size} render={<PlainLink href={hrefTo(paths.plans)} />}>
      Ver planes
    </Button>
  );
}

/** A link element without content; the button that uses it gives the content. */
function PlainLink({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>;
}
