import { Dialog as Parts } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { classes } from '../element/classes.ts';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  /** Called with `false` by Escape, the cross and a press outside. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** A picture beside the words, above them on a phone. */
  art?: ReactNode;
  /** Buttons; the first action last. */
  actions?: ReactNode;
  /**
   * `palette` is for a field with what it finds below it: it stands at the top with a height of its own, on a phone it takes the
   * whole screen, and its title is for screen readers alone.
   */
  size?: 'sm' | 'md' | 'lg' | 'palette' | undefined;
  closeLabel?: string | undefined;
}

export interface DialogPanelProps extends DialogProps {
  /** Asks a question that must be answered: a press outside does not close it. */
  isQuestion: boolean;
}

/** The dialog itself; apart from `Dialog` so that its code comes only when one opens. */
export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  children,
  art,
  actions,
  size = 'md',
  closeLabel = 'Cerrar',
  isQuestion,
}: DialogPanelProps) {
  return (
    <Parts.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={isQuestion}>
      <Parts.Portal>
        <Parts.Backdrop className="veil" />
        <Parts.Viewport className={classes('stage', size === 'palette' && 'stage--palette')}>
          <Parts.Popup
            className={classes('modal', size !== 'md' && `modal--${size}`, Boolean(art) && 'modal--art')}
            {...(isQuestion ? { role: 'alertdialog' } : {})}
          >
            {art ? <div className="modal__art">{art}</div> : null}
            <Parts.Title className={size === 'palette' ? 'vh' : 'modal__title'}>{title}</Parts.Title>
            {description ? (
              <Parts.Description className="modal__words" render={<div />}>
                {description}
              </Parts.Description>
            ) : null}
            {children ? <div className="modal__body">{children}</div> : null}
            {actions ? <div className="modal__acts">{actions}</div> : null}
            {isQuestion ? null : (
              <Parts.Close
                render={
                  <IconButton label={closeLabel} className="modal__x">
                    <X className="ico" aria-hidden />
                  </IconButton>
                }
              />
            )}
          </Parts.Popup>
        </Parts.Viewport>
      </Parts.Portal>
    </Parts.Root>
  );
}
