import { useId, type ComponentProps } from 'react';
import { classes } from '../element/classes.ts';
import './check.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'id'> {
  label: string;
}

/** An on/off switch for a setting that takes effect at once, without submitting a form. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <label className={classes('switch', className)} htmlFor={id}>
      {/* The switch needs no `aria-checked`: it is a native checkbox, which tells screen readers its state. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <input {...rest} id={id} type="checkbox" role="switch" />
      <span>{label}</span>
    </label>
  );
}
