import { Dialog as Parts } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { useArrowNavigation } from '../navigation/use-arrow-navigation.ts';
import { classes } from '../element/classes.ts';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  /** Called with `false` when the person closes the dialog: by Escape, by its close button or by a press outside it. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** An image beside the text of the dialog; on a phone, above the text. */
  art?: ReactNode;
  /** The buttons at the end of the dialog; the one for its main action is the last. */
  actions?: ReactNode;
  /** The width of the dialog. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  closeLabel?: string | undefined;
  /**
   * Chooses the element that gets the focus when the dialog closes. Without it, or for `null`, that is the element that
   * had the focus before; a caller needs it where the dialog's operation may remove that element.
   */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

export interface DialogPanelProps extends DialogProps {
  /** Whether the dialog asks a question that must be answered: a press outside the dialog then does not close it. */
  isQuestion: boolean;
}

const fields = '.modal__body :is(input, select, textarea):not([disabled], [type=hidden], [tabindex="-1"])';

/**
 * The element of a dialog that has the focus when the dialog opens: its first form field, otherwise the button of its
 * main action; `true` stands for its first focusable element.
 */
function findStart(popup: HTMLElement | null): HTMLElement | true {
  return (
    popup?.querySelector<HTMLElement>(fields) ??
    popup?.querySelector<HTMLElement>('.modal__acts > .btn--primary') ??
    true
  );
}

/**
 * Opens the list of a select field in a dialog on Enter: on a remote control the arrow keys move the focus, so no other
 * key is left for it.
 */
function openChoices(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLSelectElement)) return;
  if (!('showPicker' in event.target)) return;
  event.preventDefault();
  event.target.showPicker();
}

/** The open dialog, in a separate file, so that its code is loaded only when a dialog opens. */
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
  finalFocus,
  isQuestion,
}: DialogPanelProps) {
  const popup = useRef<HTMLDivElement>(null);
  const arrows = useArrowNavigation({ leavesSelects: true });
  return (
    <Parts.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={isQuestion}>
      <Parts.Portal>
        <Parts.Backdrop className="veil" />
        <Parts.Viewport className="stage">
          <Parts.Popup
            ref={popup}
            // In a dialog that asks a question, the focus is first on the first button, which cancels.
            initialFocus={() => isQuestion || findStart(popup.current)}
            finalFocus={finalFocus}
            onKeyDown={(event) => {
              arrows.onKeyDown(event);
              openChoices(event);
            }}
            className={classes('modal', size !== 'md' && `modal--${size}`, Boolean(art) && 'modal--art')}
            {...(isQuestion ? { role: 'alertdialog' } : {})}
          >
            {art ? <div className="modal__art">{art}</div> : null}
            <Parts.Title className="modal__title">{title}</Parts.Title>
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
