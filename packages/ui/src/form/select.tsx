import { useId, type ComponentProps } from 'react';
import { classes } from '../element/classes.ts';
import { describedBy, FieldBox, type FieldWords } from './field-box.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

export interface SelectProps extends FieldWords, Omit<ComponentProps<'select'>, 'size' | 'children'> {
  options: readonly SelectOption[];
  size?: 'sm' | 'md' | 'lg' | undefined;
}

/**
 * A select field: the browser's own `<select>` with our styles, so that phones and televisions show their own list of
 * options.
 */
export function Select({
  label,
  hideLabel,
  hint,
  error,
  options,
  size = 'md',
  id,
  className,
  ...rest
}: SelectProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <FieldBox
      inputId={inputId}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      className={className}
    >
      <select
        {...rest}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(inputId, { hint, error })}
        className={classes('input', size !== 'md' && `input--${size}`)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldBox>
  );
}
