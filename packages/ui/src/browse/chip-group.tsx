import { classes } from '../element/classes.ts';
import { ChoiceStrip, type ChoiceStripProps } from './choice-strip.tsx';
import './chip-group.css';

export type ChipGroupProps = ChoiceStripProps;

/** Chips of which one is chosen, to filter a list. */
export function ChipGroup({ className, ...rest }: ChipGroupProps) {
  return <ChoiceStrip {...rest} className={classes('chips', className)} itemClass="chip" />;
}
