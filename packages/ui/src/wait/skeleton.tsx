import { classes } from '../element/classes.ts';
import './skeleton.css';

export interface SkeletonProps {
  shape: 'tile' | 'poster' | 'row' | 'line' | 'title';
  /** The width of the placeholder as a CSS length. */
  width?: string | undefined;
  className?: string | undefined;
}

/** The placeholder of one element that is loading; hidden from screen readers. */
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
  /** The text for screen readers that says what is loading. */
  label: string;
  count?: number | undefined;
  className?: string | undefined;
}

/** Placeholders for a grid of tiles that is loading. */
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

/** Placeholders for a table that is loading. */
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
