import { useState, type ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { lazyPart } from '../element/lazy-part.ts';
import type { DialogProps } from './dialog-panel.tsx';
import { UnloadedNotice } from './floating-notice.tsx';

const panel = lazyPart(async () => (await import('./dialog-panel.tsx')).DialogPanel);

/** Loads the code of dialogs before the first dialog opens; rejects when the code cannot be loaded. */
export async function preloadDialog(): Promise<void> {
  await panel.load();
}

function LazyDialog(props: DialogProps & { isQuestion: boolean }) {
  // A dialog that was open once stays rendered, so that it can close with an animation.
  const [isWanted, setIsWanted] = useState(props.open);
  if (props.open && !isWanted) setIsWanted(true);
  const { Part, isFailed, retry } = panel.usePart(props.open);
  if (Part !== undefined) return isWanted ? <Part {...props} /> : null;
  return isFailed ? <UnloadedNotice onRetry={retry} onClose={() => props.onOpenChange(false)} /> : null;
}

/**
 * A modal dialog: the focus stays inside it and returns to the former element when it closes; the page behind does not
 * scroll. The code of dialogs is loaded when the first one opens.
 */
export function Dialog(props: DialogProps) {
  return <LazyDialog {...props} isQuestion={false} />;
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The text of the confirmation dialog, which names what will be lost. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /**
   * Called when the person confirms the operation that the dialog asks about; the caller performs it and closes the
   * dialog.
   */
  onConfirm: () => void;
  pending?: boolean | undefined;
  tone?: 'danger' | 'primary' | undefined;
  finalFocus?: DialogProps['finalFocus'];
}

/**
 * A dialog that asks before an operation that cannot be undone, such as deleting. The cancel button has the focus
 * first; while the operation is running, the dialog cannot be closed.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancelar',
  onConfirm,
  pending = false,
  tone = 'danger',
  finalFocus,
}: ConfirmDialogProps) {
  return (
    <LazyDialog
      isQuestion
      open={open}
      onOpenChange={(next) => {
        if (!pending) onOpenChange(next);
      }}
      title={title}
      description={children}
      size="sm"
      finalFocus={finalFocus}
      actions={
        <>
          <Button variant="ghost" size="sm" disabled={pending} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={tone} size="sm" loading={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
