import { trialStorageKey } from '@butaca/contract';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { readItem, removeItem } from '../../../platform/session/session-storage.ts';
import { useWatchOrigin } from '../frame/watch-origin.ts';

/**
 * Whether a video is watched under the daily trial (free viewing of titles that the plan does not open), or was until
 * the trial ended.
 */
export type TrialUse = 'none' | 'on' | 'spent';

/**
 * The daily trial for one video (free viewing although the person's plan does not open it): requested by the link's
 * navigation state, or by a flag in localStorage, which is read once and then removed.
 *
 * @see docs/requisitos.md, R4.8
 */
export function useTrialFlag(itemId: string): { use: TrialUse; start: () => void; end: () => void } {
  const isAsked = useWatchOrigin().useTrial;
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const [use, setUse] = useState<TrialUse>(() =>
    isAsked || readItem(trialStorageKey(itemId)) === 'true' ? 'on' : 'none',
  );
  useEffect(() => removeItem(trialStorageKey(itemId)), [itemId]);
  return {
    use,
    start() {
      setUse('on');
      // The history entry stores that the video is watched on the daily trial, so that a reload of the watch page
      // continues the trial.
      navigate(
        { search },
        {
          replace: true,
          preventScrollReset: true,
          state: { ...(state as object | null), useTrial: true },
        },
      );
    },
    end: () => setUse('spent'),
  };
}
