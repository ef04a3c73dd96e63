import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { classes } from '../element/classes.ts';
import { describedBy, FieldBox, type FieldWords } from './field-box.tsx';

export interface TextFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'size'> {
  size?: 'sm' | 'md' | 'lg' | undefined;
  icon?: ReactNode;
  /** The name, for screen readers, of the button that shows the password as text. */
  revealLabel?: string | undefined;
  concealLabel?: string | undefined;
}

/** A single-line text field. With `type="password"` it has a button that shows or hides the password. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  size = 'md',
  icon,
  revealLabel = 'Mostrar contraseña',
  concealLabel = 'Ocultar contraseña',
  type = 'text',
  id,
  className,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const [revealed, setRevealed] = useState(false);
  const secret = type === 'password';
  return (
    <FieldBox
      inputId={inputId}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      className={className}
    >
      <span className="field">
        {icon}
        <input
          {...rest}
          id={inputId}
          type={secret && revealed ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(inputId, { hint, error })}
          className={classes('input', size !== 'md' && `input--${size}`, secret && 'input--end')}
        />
        {secret ? (
          <IconButton
            label={revealed ? concealLabel : revealLabel}
            className="field__end"
            aria-controls={inputId}
            disabled={rest.disabled}
            onClick={() => setRevealed(!revealed)}
          >
            {revealed ? <EyeOff className="ico" aria-hidden /> : <Eye className="ico" aria-hidden />}
          </IconButton>
        ) : null}
      </span>
    </FieldBox>
  );
}
