import { classes } from '../element/classes.ts';
import './progress-bar.css';

export interface ProgressBarProps {
  /** How far the progress bar is filled, from 0 to 100; `null` while the progress is unknown. */
  value: number | null;
  label: string;
  /** The text to the right of the progress bar's label, e.g. «1.240 de 2.084 · 59%». */
  detail?: string | undefined;
  hideLabel?: boolean | undefined;
  thick?: boolean | undefined;
  className?: string | undefined;
}

/** A progress bar with a label. A value below 0 is shown as 0, a value above 100 as 100. */
export function ProgressBar({
  value,
  label,
  detail,
  hideLabel = false,
  thick = false,
  className,
}: ProgressBarProps) {
  const percent = value === null ? null : Math.min(100, Math.max(0, value));
  return (
    <div className={classes('progress', className)}>
      {hideLabel ? null : (
        <div className="progress__head" aria-hidden="true">
          <b>{label}</b>
          {detail === undefined ? null : <span className="num">{detail}</span>}
        </div>
      )}
      <span
        // The progress bar is an element of our own, because a native `<progress>` cannot be animated or have rounded
        // corners in every browser.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent === null ? undefined : Math.round(percent)}
        aria-valuetext={detail}
        className={classes('bar', thick && 'bar--thick', percent === null && 'bar--unknown')}
      >
        <i style={percent === null ? undefined : { width: `${percent}%` }} />
      </span>
    </div>
  );
}
