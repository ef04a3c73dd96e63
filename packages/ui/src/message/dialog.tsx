import { useState, type ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { lazyPart } from '../element/lazy-part.ts';
import type { DialogProps } from './dialog-panel.tsx';
import { UnloadedNotice } from './floating-notice.tsx';

const panel = lazyPart(async () => (await import('./dialog-panel.tsx')).DialogPanel);

/** Prefetches the code of dialogs; rejects when it cannot be loaded. */
export async function preloadDialog(): Promise<void> {
  await panel.fetch();
}

function LazyDialog(props: DialogProps & { isQuestion: boolean }) {
  // Stays rendered after the first opening, so that the dialog can close with its animation.
  const [isWanted, setIsWanted] = useState(props.open);
  if (props.open && !isWanted) setIsWanted(true);
  const { Part, isFailed, retry } = panel.usePart(props.open);
  if (Part !== undefined) return isWanted ? <Part {...props} /> : null;
  return isFailed ? <UnloadedNotice onRetry={retry} onClose={() => props.onOpenChange(false)} /> : null;
}

/** A modal dialog: it takes the focus and restores it, and the page behind does not scroll. Its code is loaded on first opening. */
export function Dialog(props: DialogProps) {
  return <LazyDialog {...props} isQuestion={false} />;
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will be lost, named. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** The caller performs the operation and closes the dialog. */
  onConfirm: () => void;
  pending?: boolean | undefined;
  tone?: 'danger' | 'primary' | undefined;
}

/** Asks before an operation that cannot be undone. «Cancel» has the initial focus; while pending the dialog cannot be closed. */
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
