import { lazy } from 'react';

/** Loaded only after a failure, to keep the watch page small; if it does not load, the failure's sentence stands alone. */
export const AppsHint = lazy(() =>
  import('./apps-hint-words.tsx').then(
    ({ AppsHintWords }) => ({ default: AppsHintWords }),
    () => ({ default: () => null }),
  ),
);
