import type { PlanKey } from '@butaca/contract';
import { classes, Notice } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sessionStore } from '../../platform/session/session-store.ts';
import { PlansDoor } from './plans-door.tsx';
import { offeredPlansQuery, planNameIn } from './plans.queries.ts';
import { entryDenial, useSectionEntry } from './section-entry.ts';
import { usePassing } from './use-passing.ts';
import './locked-notice.css';

/**
 * Says that the person's plan opens nothing of the list below, with the way to the page of plans. Where a section rule
 * closes the list, its denial (docs/requisitos.md, R6.8) is said first, for five seconds.
 *
 * @param section - the section whose rule applies to the list, if there is one
 */
export function LockedNotice({ section }: { section?: string | undefined }) {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
  const mayEnter = useSectionEntry();
  if (session.status !== 'authenticated' || session.user.role === 'admin') return null;
  const { plan } = session.user;
  return <Sentence plan={plan} denied={section === undefined || mayEnter(section) ? undefined : section} />;
}

/** The sentence of the notice; the button stays the same element when the sentence changes, and so keeps its focus. */
function Sentence({ plan, denied }: { plan: PlanKey; denied: string | undefined }) {
  const offered = useQuery(offeredPlansQuery());
  const [isFresh, close] = usePassing();
  const isDenial = isFresh && denied !== undefined;
  return (
    <Notice
      tone={isDenial ? 'warn' : 'info'}
      className={classes('locked-notice', denied !== undefined && 'locked-notice--denied')}
      action={<PlansDoor />}
      onClose={isDenial ? close : undefined}
    >
      {isDenial
        ? entryDenial(denied)
        : `Tu plan ${planNameIn(offered.data?.plans, plan)} no incluye nada de esta página.`}
    </Notice>
  );
}
