import type { ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { DeniedArt, EmptyArt, ErrorArt } from './state-art.tsx';
import './state.css';

/** The properties of a message in place of content: nothing found, failed, not allowed. */
export interface StateProps {
  /** The main sentence of a message shown in place of content, such as «No hay usuarios para mostrar.» */
  title: string;
  reason?: ReactNode;
  /** A button below a message shown in place of content, e.g. one that loads the missing content again. */
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3 | undefined;
  /** Whether a message shown in place of content has a frame, because only a part of the screen is missing. */
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

/**
 * The message in place of an empty list, which is no error. Screen readers announce it politely, since it may follow a
 * search.
 */
export function EmptyState(props: StateProps) {
  return (
    <div aria-live="polite">
      <State {...props} art={<EmptyArt />} />
    </div>
  );
}

/** The message in place of content that could not be loaded; screen readers announce it at once. */
export function ErrorState(props: StateProps) {
  return (
    <div role="alert">
      <State {...props} art={<ErrorArt />} />
    </div>
  );
}

/** The message in place of content that the person may not see. */
export function DeniedState(props: StateProps) {
  return <State {...props} art={<DeniedArt />} />;
}
