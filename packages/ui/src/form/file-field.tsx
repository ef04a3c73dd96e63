import { FileText, Upload, X } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { classes } from '../element/classes.ts';
import { ProgressBar } from '../wait/progress-bar.tsx';
import { describedBy, FieldBox, type FieldWords } from './field-box.tsx';
import { formatFileSize } from './file-size.ts';
import './file-field.css';

export interface FileFieldProps extends Omit<FieldWords, 'hideLabel'> {
  file: File | null;
  /**
   * Called with every file that the person chooses or drops, which the caller validates; with `null` when the person
   * removes the file.
   */
  onFileChange: (file: File | null) => void;
  /**
   * The accepted file types as in HTML, e.g. `.m3u,.m3u8`. They filter the browser's file dialog only; a file of any
   * type can be dropped.
   */
  accept?: string | undefined;
  prompt?: string | undefined;
  clearLabel?: string | undefined;
  disabled?: boolean | undefined;
  /** How much of the file was uploaded, from 0 to 100. */
  progressPercent?: number | null | undefined;
  progressLabel?: string | undefined;
  name?: string | undefined;
  className?: string | undefined;
}

/**
 * A form field for one file, which a person drops onto it or chooses in a dialog; it then shows the file's name, size
 * and upload progress.
 */
export function FileField({
  label,
  hint,
  error,
  file,
  onFileChange,
  accept,
  prompt = 'Arrastra el archivo aquí o haz clic para elegirlo',
  clearLabel = 'Quitar archivo',
  disabled = false,
  progressPercent = null,
  progressLabel = 'Subiendo...',
  name,
  className,
}: FileFieldProps) {
  const inputId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  const choose = (next: File | null) => {
    // The file input is emptied after a choice, because otherwise the browser fires no event when the same file is
    // chosen again.
    if (inputRef.current !== null) inputRef.current.value = '';
    onFileChange(next);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (!disabled && dropped !== undefined) choose(dropped);
  };

  return (
    <FieldBox
      inputId={inputId}
      label={label}
      hint={hint}
      error={error}
      className={classes('filefield', className)}
    >
      <div
        className={classes('filefield__zone', over && 'is-over', file !== null && 'is-full')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {file === null ? <Upload className="ico" aria-hidden /> : <FileText className="ico" aria-hidden />}
        <span className="filefield__words" id={`${inputId}-file`}>
          <b>{file === null ? prompt : file.name}</b>
          {file === null ? accept && <small>{accept.replaceAll(',', ', ')}</small> : null}
          {file === null ? null : <small>{formatFileSize(file.size)}</small>}
        </span>
        <input
          ref={inputRef}
          id={inputId}
          className="filefield__input"
          type="file"
          name={name}
          accept={accept}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={[`${inputId}-file`, describedBy(inputId, { hint, error })]
            .filter(Boolean)
            .join(' ')}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            // No chosen file means that the person has cancelled the file dialog: the file chosen before is kept.
            if (chosen !== undefined) choose(chosen);
          }}
        />
        {file === null || disabled ? null : (
          <IconButton
            label={clearLabel}
            className="filefield__clear"
            onClick={() => {
              choose(null);
              inputRef.current?.focus();
            }}
          >
            <X className="ico" aria-hidden />
          </IconButton>
        )}
      </div>
      {progressPercent === null ? null : (
        <ProgressBar
          thick
          value={progressPercent}
          label={progressLabel}
          detail={`${Math.round(progressPercent)}%`}
        />
      )}
    </FieldBox>
  );
}
