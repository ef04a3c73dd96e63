import { Dialog as Parts } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { useArrowNavigation } from '../navigation/use-arrow-navigation.ts';
import { classes } from '../element/classes.ts';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  /** Called with `false` by Escape, the close button and a press outside. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** A picture beside the text, above it on a phone. */
  art?: ReactNode;
  /** Buttons; the primary action last. */
  actions?: ReactNode;
  /**
   * `palette` is for a search field with its results: the dialog is at the top with a fixed height, on a phone it fills the screen,
   * and its title is only for screen readers.
   */
  size?: 'sm' | 'md' | 'lg' | 'palette' | undefined;
  closeLabel?: string | undefined;
}

export interface DialogPanelProps extends DialogProps {
  /** A question that must be answered: a press outside does not close it. */
  isQuestion: boolean;
}

const fields = '.modal__body :is(input, select, textarea):not([disabled], [type=hidden], [tabindex="-1"])';

/** The initial focus of a dialog: its first field, else its primary action; `true` means the first control. */
function findStart(popup: HTMLElement | null): HTMLElement | true {
  return (
    popup?.querySelector<HTMLElement>(fields) ??
    popup?.querySelector<HTMLElement>('.modal__acts > .btn--primary') ??
    true
  );
}

/** Opens a select with Enter, the only key for this on a remote; the arrows move to the next control. */
function openChoices(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLSelectElement)) return;
  if (!('showPicker' in event.target)) return;
  event.preventDefault();
  event.target.showPicker();
}

/** The dialog itself, in a file of its own, so that its code is loaded only when a dialog opens. */
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
  const popup = useRef<HTMLDivElement>(null);
  const arrows = useArrowNavigation({ leavesSelects: true });
  return (
    <Parts.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={isQuestion}>
      <Parts.Portal>
        <Parts.Backdrop className="veil" />
        <Parts.Viewport className={classes('stage', size === 'palette' && 'stage--palette')}>
          <Parts.Popup
            ref={popup}
            // In a question the first button, which cancels, has the initial focus.
            initialFocus={() => isQuestion || findStart(popup.current)}
            onKeyDown={(event) => {
              arrows.onKeyDown(event);
              openChoices(event);
            }}
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
