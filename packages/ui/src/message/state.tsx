import type { ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { lazyPart } from '../element/lazy-part.ts';
import type { StateArtName } from './state-art.tsx';
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

/** The drawings' code is loaded when the first is shown: the first page that people load seldom shows one. */
const stateArt = lazyPart(async () => (await import('./state-art.tsx')).StateArt);

function State({
  art,
  title,
  reason,
  action,
  headingLevel = 2,
  panel = false,
  className,
}: StateProps & { art: StateArtName }) {
  const { Part: Art } = stateArt.usePart(true);
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes('state', panel && 'state--panel', className)}>
      <svg className="state__art" viewBox="0 0 480 220" aria-hidden="true">
        {Art === undefined ? null : <Art name={art} />}
      </svg>
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
      <State {...props} art="empty" />
    </div>
  );
}

/** The message in place of content that could not be loaded; screen readers announce it at once. */
export function ErrorState(props: StateProps) {
  return (
    <div role="alert">
      <State {...props} art="error" />
    </div>
  );
}

/** The message in place of content that the person may not see. */
export function DeniedState(props: StateProps) {
  return <State {...props} art="denied" />;
}
