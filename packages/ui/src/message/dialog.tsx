import { useState, type ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { lazyPart } from '../element/lazy-part.ts';
import type { DialogProps } from './dialog-panel.tsx';
import { UnloadedNotice } from './floating-notice.tsx';

const panel = lazyPart(async () => (await import('./dialog-panel.tsx')).DialogPanel);

/** Fetches the code of dialogs ahead of the first one; fails where it does not come. */
export async function preloadDialog(): Promise<void> {
  await panel.fetch();
}

function LazyDialog(props: DialogProps & { isQuestion: boolean }) {
  // Once there it stays, so that it can leave with its animation.
  const [isWanted, setIsWanted] = useState(props.open);
  if (props.open && !isWanted) setIsWanted(true);
  const { Part, isFailed, retry } = panel.usePart(props.open);
  if (Part !== undefined) return isWanted ? <Part {...props} /> : null;
  return isFailed ? <UnloadedNotice onRetry={retry} onClose={() => props.onOpenChange(false)} /> : null;
}

/** A modal: focus goes in and comes back, the page behind is still. Its code is fetched when it first opens. */
export function Dialog(props: DialogProps) {
  return <LazyDialog {...props} isQuestion={false} />;
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will be lost, by name. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** The caller does the work and closes the dialog. */
  onConfirm: () => void;
  pending?: boolean | undefined;
  tone?: 'danger' | 'primary' | undefined;
}

/** Asks before something that cannot be undone. Focus starts on the way out; while pending it cannot be left. */
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
