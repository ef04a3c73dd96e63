import { playbackErrors } from '@butaca/contract';
import { lazyPart } from '@butaca/ui';
import { FailurePanel } from '../player/failure/failure-panel.tsx';
import { useGoBack } from './watch-origin.ts';

/** Loaded only when it is needed, to keep the watch page small. */
const panel = lazyPart(async () => (await import('./stream-limit-panel.tsx')).StreamLimitPanel);

/** The panel shown when as many devices of the account are playing as its plan allows; if it does not load, its sentence. */
export function StreamLimit({ onFree }: { onFree: () => void }) {
  const goBack = useGoBack();
  const { Part, isFailed } = panel.usePart(true);
  if (Part !== undefined) return <Part onFree={onFree} />;
  if (!isFailed) return null;
  return <FailurePanel sentence={playbackErrors['stream.limit'].sentence} onRetry={onFree} onBack={goBack} />;
}
