import { useId, type ComponentProps } from 'react';
import { classes } from '../element/classes.ts';
import './check.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: string;
  hideLabel?: boolean | undefined;
}

/** A setting that changes at once, without a submit. */
export function Switch({ label, hideLabel = false, className, id, ...rest }: SwitchProps) {
  const ownId = useId();
  return (
    <label className={classes('switch', className)} htmlFor={id ?? ownId}>
      {/* A native checkbox already exposes its state. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <input {...rest} id={id ?? ownId} type="checkbox" role="switch" />
      <span className={hideLabel ? 'vh' : undefined}>{label}</span>
    </label>
  );
}
