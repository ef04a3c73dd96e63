import { planNames } from '@butaca/contract';
import { Notice } from '@butaca/ui';
import { useSyncExternalStore } from 'react';
import { sessionStore } from '../../platform/session/session-store.ts';
import { PlansDoor } from './plans-door.tsx';
import './locked-notice.css';

/** Says that the person's plan opens nothing of the list below, with the way to the page of plans. */
export function LockedNotice() {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
  if (session.status !== 'authenticated' || session.user.role === 'admin') return null;
  return (
    <Notice tone="info" className="locked-notice" action={<PlansDoor />}>
      {`Tu plan ${planNames[session.user.plan]} no incluye nada de esta página.`}
    </Notice>
  );
}
