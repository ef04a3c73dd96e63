import type { ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import './field.css';

/** The texts that every field has. */
export interface FieldWords {
  label: string;
  /** The label is only for screen readers. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /** Says what to do; replaces the hint and is announced. */
  error?: string | undefined;
}

interface FieldBoxProps extends FieldWords {
  inputId: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The id of the hint or error of the field, if there is one. */
export function describedBy(
  inputId: string,
  { hint, error }: Pick<FieldWords, 'hint' | 'error'>,
): string | undefined {
  return error || hint ? `${inputId}-hint` : undefined;
}

/** Label above, control, hint or error below. */
export function FieldBox({
  inputId,
  label,
  hideLabel = false,
  hint,
  error,
  className,
  children,
}: FieldBoxProps) {
  return (
    <div className={classes('fieldbox', className)}>
      <label className={hideLabel ? 'vh' : 'label'} htmlFor={inputId}>
        {label}
      </label>
      {children}
      {error ? (
        <p className="hint hint--bad" id={`${inputId}-hint`} role="alert">
          {error}
        </p>
      ) : hint ? (
        <p className="hint" id={`${inputId}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
