import { Button } from '../action/button.tsx';
import './floating-notice.css';
import { Notice } from './notice.tsx';
import { unloadedSentence } from './unloaded-sentence.ts';

/** An error shown in place of a part of the page whose code could not be loaded; it can be retried or closed. */
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
