import { useId, type ComponentProps } from 'react';
import { classes } from '../element/classes.ts';
import './check.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: string;
  hideLabel?: boolean | undefined;
}

export interface CheckboxProps extends SwitchProps {
  /** Some of what it stands for is chosen, but not all. */
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
          // HTML has no attribute for it.
          if (element !== null) element.indeterminate = indeterminate;
          if (typeof ref === 'function') return ref(element);
          if (ref) ref.current = element;
        }}
      />
      <span className={hideLabel ? 'vh' : undefined}>{label}</span>
    </label>
  );
}

/** Something that is on or off at once, without a submit. */
export function Switch({ label, hideLabel = false, className, id, ...rest }: SwitchProps) {
  const ownId = useId();
  return (
    <label className={classes('switch', className)} htmlFor={id ?? ownId}>
      {/* A native checkbox already tells its state. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <input {...rest} id={id ?? ownId} type="checkbox" role="switch" />
      <span className={hideLabel ? 'vh' : undefined}>{label}</span>
    </label>
  );
}
