import { Dialog as Parts } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { useArrowNavigation } from '../navigation/use-arrow-navigation.ts';
import { classes } from '../element/classes.ts';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  /** Called with `false` on Escape, on the close button and on a press outside the dialog. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** An image beside the dialog's text; on a phone, above it. */
  art?: ReactNode;
  /** The dialog's buttons; the primary action is the last. */
  actions?: ReactNode;
  /**
   * The dialog's layout. `palette` is for a search field with results: the dialog is at the top with a fixed height, on a phone it
   * fills the screen, and only screen readers get its title.
   */
  size?: 'sm' | 'md' | 'lg' | 'palette' | undefined;
  closeLabel?: string | undefined;
}

export interface DialogPanelProps extends DialogProps {
  /** Whether the dialog asks a question that must be answered: a press outside then does not close it. */
  isQuestion: boolean;
}

const fields = '.modal__body :is(input, select, textarea):not([disabled], [type=hidden], [tabindex="-1"])';

/** The element of a dialog that gets the initial focus: its first field, or its primary action; `true`: its first control. */
function findStart(popup: HTMLElement | null): HTMLElement | true {
  return (
    popup?.querySelector<HTMLElement>(fields) ??
    popup?.querySelector<HTMLElement>('.modal__acts > .btn--primary') ??
    true
  );
}

/** Opens a select field on Enter, because on a remote control the arrow keys move the focus and no other key is left. */
function openChoices(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLSelectElement)) return;
  if (!('showPicker' in event.target)) return;
  event.preventDefault();
  event.target.showPicker();
}

/** The dialog itself, in a separate file, so that its code is loaded only when a dialog opens. */
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
            // In a question the initial focus is on the first button, which cancels.
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
