import { Button } from '../action/button.tsx';
import './floating-notice.css';
import { Notice } from './notice.tsx';
import { unloadedSentence } from './unloaded-sentence.ts';

/** Stands for something of the page whose code did not come, until it is asked for again or closed. */
export function UnloadedNotice({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return (
    <div className="floating">
      <Notice
        tone="danger"
        onClose={onClose}
        action={
          <Button size="sm" onClick={onRetry}>
            Reintentar
          </Button>
        }
      >
        {unloadedSentence}
      </Notice>
    </div>
  );
}
