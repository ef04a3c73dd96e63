import { useState, type ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { lazyPart } from '../element/lazy-part.ts';
import type { DialogProps } from './dialog-panel.tsx';
import { UnloadedNotice } from './floating-notice.tsx';

const panel = lazyPart(async () => (await import('./dialog-panel.tsx')).DialogPanel);

/** Prefetches the code of dialogs; rejects when the code cannot be loaded. */
export async function preloadDialog(): Promise<void> {
  await panel.fetch();
}

function LazyDialog(props: DialogProps & { isQuestion: boolean }) {
  // After its first opening the dialog stays rendered, so that it can close with an animation.
  const [isWanted, setIsWanted] = useState(props.open);
  if (props.open && !isWanted) setIsWanted(true);
  const { Part, isFailed, retry } = panel.usePart(props.open);
  if (Part !== undefined) return isWanted ? <Part {...props} /> : null;
  return isFailed ? <UnloadedNotice onRetry={retry} onClose={() => props.onOpenChange(false)} /> : null;
}

/** A modal dialog: it traps the focus and returns it on closing; the page behind does not scroll. Its code is loaded lazily. */
export function Dialog(props: DialogProps) {
  return <LazyDialog {...props} isQuestion={false} />;
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The text that names what will be lost. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Called on confirmation; the caller performs the operation and closes the dialog. */
  onConfirm: () => void;
  pending?: boolean | undefined;
  tone?: 'danger' | 'primary' | undefined;
}

/** Asks before an operation that cannot be undone. The cancel button has the initial focus; while pending it cannot be closed. */
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
