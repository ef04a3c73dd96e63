import type { ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { DeniedArt, EmptyArt, ErrorArt } from './state-art.tsx';
import './state.css';

export interface StateProps {
  /** The sentence. */
  title: string;
  reason?: ReactNode;
  /** The one button that helps. */
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3 | undefined;
  /** Framed, for a state that is only a part of its screen. */
  panel?: boolean | undefined;
  className?: string | undefined;
}

function State({
  art,
  title,
  reason,
  action,
  headingLevel = 2,
  panel = false,
  className,
}: StateProps & { art: ReactNode }) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes('state', panel && 'state--panel', className)}>
      {art}
      <Heading className="state__title">{title}</Heading>
      {reason ? <p>{reason}</p> : null}
      {action ? <div className="state__acts">{action}</div> : null}
    </div>
  );
}

/** There is nothing to show, and nothing is wrong. Announced politely, since it may follow a search. */
export function EmptyState(props: StateProps) {
  return (
    <div aria-live="polite">
      <State {...props} art={<EmptyArt />} />
    </div>
  );
}

/** Something failed. */
export function ErrorState(props: StateProps) {
  return (
    <div role="alert">
      <State {...props} art={<ErrorArt />} />
    </div>
  );
}

/** It is not for this person. */
export function DeniedState(props: StateProps) {
  return <State {...props} art={<DeniedArt />} />;
}
