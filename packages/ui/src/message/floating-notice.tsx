import { Button } from '../action/button.tsx';
import './floating-notice.css';
import { Notice } from './notice.tsx';
import { unloadedSentence } from './unloaded-sentence.ts';

/**
 * An error message shown where a dialog or menu would open, when its code could not be loaded; the person can try again
 * or close the message.
 */
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
