import { classes } from '../element/classes.ts';
import { ChoiceStrip, type ChoiceStripProps } from './choice-strip.tsx';
import './pill-tabs.css';

export type PillTabsProps = ChoiceStripProps;

/** A strip of tabs, shaped like seat backs, that chooses the content of a screen. */
export function PillTabs({ className, ...rest }: PillTabsProps) {
  return <ChoiceStrip {...rest} className={classes('pills', className)} itemClass="pill" />;
}
