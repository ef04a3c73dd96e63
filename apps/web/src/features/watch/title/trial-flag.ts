import { trialStorageKey } from '@butaca/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readItem, removeItem } from '../../../platform/session/session-storage.ts';
import { useWatchOrigin } from '../frame/watch-origin.ts';

/** Whether an item is watched under the daily trial, or was until the trial ended. */
export type TrialUse = 'none' | 'on' | 'spent';

/**
 * The daily trial for one item: requested by the navigation state, or by a flag in localStorage, which is read once and
 * then removed.
 *
 * @see the specification, section 4 (watch page)
 */
export function useTrialFlag(itemId: string): { use: TrialUse; start: () => void; end: () => void } {
  const isAsked = useWatchOrigin().useTrial;
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const [use, setUse] = useState<TrialUse>(() =>
    isAsked || readItem(trialStorageKey(itemId)) === 'true' ? 'on' : 'none',
  );
  useEffect(() => removeItem(trialStorageKey(itemId)), [itemId]);
  return {
    use,
    start() {
      setUse('on');
      // The trial is stored in the history entry, so that a reload continues it.
      void navigate('.', {
        replace: true,
        preventScrollReset: true,
        state: { ...(state as object | null), useTrial: true },
      });
    },
    end: () => setUse('spent'),
  };
}
