import { classes } from '../element/classes.ts';
import './spinner.css';

/** The turning ring alone, as big as the letters around it; says nothing to a screen reader. */
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

/** A wait without a shape. It shows nothing for its first 150 ms. */
export function Spinner({ label = 'Cargando…', showLabel = false, size = 'md', className }: SpinnerProps) {
  return (
    <output className={classes('spinner', size === 'lg' && 'spinner--lg', className)}>
      <SpinnerRing />
      <span className={showLabel ? undefined : 'vh'}>{label}</span>
    </output>
  );
}
