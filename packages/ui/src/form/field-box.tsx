import type { ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import './field.css';

/** What every field with words around it takes. */
export interface FieldWords {
  label: string;
  /** The label stays for screen readers only. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /** Says what to do; takes the hint's place and is announced. */
  error?: string | undefined;
}

interface FieldBoxProps extends FieldWords {
  inputId: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The id of the sentence that describes the field, if there is one. */
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
