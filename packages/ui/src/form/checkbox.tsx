import { useId, type ComponentProps } from 'react';
import { classes } from '../element/classes.ts';
import './check.css';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: string;
  hideLabel?: boolean | undefined;
  /**
   * The state «partly checked»: some, but not all, of the items that the checkbox stands for are chosen, such as rows
   * of a table.
   */
  indeterminate?: boolean | undefined;
}

/** A native checkbox with its label on the right. */
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
          // The state `indeterminate` of a checkbox is set by script, because HTML has no attribute for it.
          if (element !== null) element.indeterminate = indeterminate;
          if (typeof ref === 'function') return ref(element);
          if (ref) ref.current = element;
        }}
      />
      <span className={hideLabel ? 'vh' : undefined}>{label}</span>
    </label>
  );
}
