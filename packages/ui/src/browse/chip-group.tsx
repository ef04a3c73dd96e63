import { classes } from '../element/classes.ts';
import { ChoiceStrip, type ChoiceStripProps } from './choice-strip.tsx';
import './chip-group.css';

export type ChipGroupProps = ChoiceStripProps;

/** A strip of chips (small buttons) that filters a list; exactly one chip is chosen. */
export function ChipGroup({ className, ...rest }: ChipGroupProps) {
  return <ChoiceStrip {...rest} className={classes('chips', className)} itemClass="chip" />;
}
