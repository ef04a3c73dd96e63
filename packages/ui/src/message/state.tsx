import type { ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { DeniedArt, EmptyArt, ErrorArt } from './state-art.tsx';
import './state.css';

export interface StateProps {
  /** The main sentence of the message that is shown in place of content. */
  title: string;
  reason?: ReactNode;
  /** A button that resolves the state, e.g. one that retries. */
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3 | undefined;
  /** Whether the message has a frame, because it fills only a part of its screen. */
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

/** The message for an empty list, which is no error. It is announced politely, since it may follow a search. */
export function EmptyState(props: StateProps) {
  return (
    <div aria-live="polite">
      <State {...props} art={<EmptyArt />} />
    </div>
  );
}

/** The message in place of content that could not be loaded. */
export function ErrorState(props: StateProps) {
  return (
    <div role="alert">
      <State {...props} art={<ErrorArt />} />
    </div>
  );
}

/** The message for content that the person may not see. */
export function DeniedState(props: StateProps) {
  return <State {...props} art={<DeniedArt />} />;
}
