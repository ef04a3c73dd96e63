import { classes } from '../element/classes.ts';
import { ChoiceStrip, type ChoiceStripProps } from './choice-strip.tsx';
import './pill-tabs.css';

export type PillTabsProps = ChoiceStripProps;

/** A strip of tabs, each shaped like the back of a cinema seat; the chosen tab decides what the screen shows. */
export function PillTabs({ className, ...rest }: PillTabsProps) {
  return <ChoiceStrip {...rest} className={classes('pills', className)} itemClass="pill" />;
}
