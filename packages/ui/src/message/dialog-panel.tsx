import { Dialog as Parts } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { useArrowNavigation } from '../browse/use-arrow-navigation.ts';
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

const fields = '.modal__body :is(input, select, textarea):not([disabled], [type=hidden], [tabindex="-1"])';

/** Where a dialog begins: its first field, else the action that it is for; `true` leaves it to the first control. */
function findStart(popup: HTMLElement | null): HTMLElement | true {
  return (
    popup?.querySelector<HTMLElement>(fields) ??
    popup?.querySelector<HTMLElement>('.modal__acts > .btn--primary') ??
    true
  );
}

/** A remote has no other key than this one to see what there is to choose from; the arrows lead to the next control. */
function openChoices(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLSelectElement)) return;
  if (!('showPicker' in event.target)) return;
  event.preventDefault();
  event.target.showPicker();
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
  const popup = useRef<HTMLDivElement>(null);
  const arrows = useArrowNavigation({ leavesSelects: true });
  return (
    <Parts.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={isQuestion}>
      <Parts.Portal>
        <Parts.Backdrop className="veil" />
        <Parts.Viewport className={classes('stage', size === 'palette' && 'stage--palette')}>
          <Parts.Popup
            ref={popup}
            // A question starts on the way out, which is its first button.
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
