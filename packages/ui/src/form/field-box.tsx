import type { ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import './field.css';

export interface FieldWords {
  label: string;
  /** Whether the form field's label is hidden on screen and only told to screen readers. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /**
   * The error message of the form field, which says how to correct the value; it replaces the hint, and screen readers
   * announce it.
   */
  error?: string | undefined;
}

interface FieldBoxProps extends FieldWords {
  inputId: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * The id of the element with the hint or error of a form field, for `aria-describedby`; `undefined` for a field without
 * both.
 */
export function describedBy(
  inputId: string,
  { hint, error }: Pick<FieldWords, 'hint' | 'error'>,
): string | undefined {
  return error || hint ? `${inputId}-hint` : undefined;
}

/** The layout of a form field: its label above, the input in the middle, the hint or error below. */
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
