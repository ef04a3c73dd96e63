import { classes } from '../element/classes.ts';
import './skeleton.css';

export interface SkeletonProps {
  shape: 'tile' | 'poster' | 'row' | 'line' | 'title';
  /** The width of the loading placeholder as a CSS length. */
  width?: string | undefined;
  className?: string | undefined;
}

/**
 * A placeholder shape for one element that is loading, such as a poster or a line of text; hidden from screen readers.
 */
export function Skeleton({ shape, width, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classes('sk', `sk--${shape}`, className)}
      style={width === undefined ? undefined : { width }}
    />
  );
}

export interface SkeletonGroupProps {
  /** The text that tells screen readers what is loading. */
  label: string;
  count?: number | undefined;
  className?: string | undefined;
}

/** Placeholder shapes for a grid of channel cards that is loading. */
export function SkeletonTiles({ label, count = 18, className }: SkeletonGroupProps) {
  return (
    <div className={classes('sktiles', className)}>
      <output className="vh">{label}</output>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <Skeleton shape="tile" />
          <Skeleton shape="line" />
        </div>
      ))}
    </div>
  );
}

/** Placeholder shapes for the rows of a table that is loading. */
export function SkeletonRows({ label, count = 8, className }: SkeletonGroupProps) {
  return (
    <div className={classes('skrows', className)}>
      <output className="vh">{label}</output>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} shape="row" />
      ))}
    </div>
  );
}
