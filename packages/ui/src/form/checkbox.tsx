import { useId, type ComponentProps } from 'react';
import { classes } from '../element/classes.ts';
import './check.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: string;
  hideLabel?: boolean | undefined;
}

export interface CheckboxProps extends SwitchProps {
  /** Some, but not all, of the items that it stands for are chosen. */
  indeterminate?: boolean | undefined;
}

/** A native checkbox with its label at its right. */
export function Checkbox({
  label,
  hideLabel = false,
  indeterminate = false,
  className,
  ref,
  id,
  ...rest
}: CheckboxProps) {
  const ownId = useId();
  return (
    <label className={classes('check', className)} htmlFor={id ?? ownId}>
      <input
        {...rest}
        id={id ?? ownId}
        type="checkbox"
        ref={(element) => {
          // Only a property: HTML has no attribute for it.
          if (element !== null) element.indeterminate = indeterminate;
          if (typeof ref === 'function') return ref(element);
          if (ref) ref.current = element;
        }}
      />
      <span className={hideLabel ? 'vh' : undefined}>{label}</span>
    </label>
  );
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
