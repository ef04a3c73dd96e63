import { useId, type ComponentProps } from 'react';
import { describedBy, FieldBox, type FieldWords } from './field-box.tsx';

export interface TextAreaProps extends FieldWords, ComponentProps<'textarea'> {}

/** A multi-line text field; in browsers that support it, the field grows with its content. */
export function TextArea({ label, hideLabel, hint, error, id, className, ...rest }: TextAreaProps) {
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
      <textarea
        rows={3}
        {...rest}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(inputId, { hint, error })}
        className="input input--area"
      />
    </FieldBox>
  );
}
