import { classes } from '../element/classes.ts';
import './spinner.css';

/** The turning ring of a spinner, without a label and as large as the surrounding text; hidden from screen readers. */
export function SpinnerRing() {
  return (
    <svg className="spinner__ring" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9.5" />
      <circle cx="12" cy="12" r="9.5" />
    </svg>
  );
}

export interface SpinnerProps {
  label?: string | undefined;
  showLabel?: boolean | undefined;
  size?: 'md' | 'lg' | undefined;
  className?: string | undefined;
}

/**
 * A spinner (a turning ring) for a wait in which no placeholder can show what will come. It is invisible for its first
 * 150 ms.
 */
export function Spinner({ label = 'Cargando…', showLabel = false, size = 'md', className }: SpinnerProps) {
  return (
    <output className={classes('spinner', size === 'lg' && 'spinner--lg', className)}>
      <SpinnerRing />
      <span className={showLabel ? undefined : 'vh'}>{label}</span>
    </output>
  );
}
