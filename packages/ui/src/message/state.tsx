import type { ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { DeniedArt, EmptyArt, ErrorArt } from './state-art.tsx';
import './state.css';

export interface StateProps {
  /** The sentence. */
  title: string;
  reason?: ReactNode;
  /** One button with a remedy. */
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3 | undefined;
  /** With a frame, for a state that fills only a part of its screen. */
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

/** Nothing to show, without an error. Announced politely, since it may follow a search. */
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

/** The person may not see this content. */
export function DeniedState(props: StateProps) {
  return <State {...props} art={<DeniedArt />} />;
}
