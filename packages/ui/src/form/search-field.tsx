import { Search, X } from 'lucide-react';
import { useId, useRef, type ComponentProps } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { classes } from '../element/classes.ts';
import './field.css';

export interface SearchFieldProps extends Omit<
  ComponentProps<'input'>,
  'size' | 'value' | 'onChange' | 'ref'
> {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  size?: 'sm' | 'md' | undefined;
  clearLabel?: string | undefined;
}

/** A text field for searching. The Escape key and a clear button empty it and keep the focus in it. */
export function SearchField({
  label,
  value,
  onValueChange,
  size = 'md',
  clearLabel = 'Borrar búsqueda',
  id,
  className,
  ...rest
}: SearchFieldProps) {
  const ownId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange('');
    inputRef.current?.focus();
  };
  return (
    <div className={classes('field', className)}>
      <Search className="ico" aria-hidden />
      <label className="vh" htmlFor={id ?? ownId}>
        {label}
      </label>
      <input
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
        {...rest}
        ref={inputRef}
        id={id ?? ownId}
        type="search"
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            clear();
          }
        }}
        className={classes('input', 'input--end', size === 'sm' && 'input--sm')}
      />
      {value === '' ? null : (
        <IconButton label={clearLabel} className="field__end" onClick={clear}>
          <X className="ico" aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
