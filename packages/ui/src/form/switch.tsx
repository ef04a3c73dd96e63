import { useId, type ComponentProps } from 'react';
import { classes } from '../element/classes.ts';
import './check.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'id'> {
  label: string;
}

/** A switch for a setting that changes at once, without submitting a form. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <label className={classes('switch', className)} htmlFor={id}>
      {/* No `aria-checked`: a native checkbox already exposes its state. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <input {...rest} id={id} type="checkbox" role="switch" />
      <span>{label}</span>
    </label>
  );
}
