import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { classes } from '../element/classes.ts';
import './notice.css';

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert } as const;

export interface NoticeProps {
  tone: 'info' | 'ok' | 'warn' | 'danger';
  title?: string | undefined;
  children: ReactNode;
  action?: ReactNode;
  /**
   * Called when the person presses the close button of the message, which it has only if this function is set. The
   * message does not close by itself.
   */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  className?: string | undefined;
}

/**
 * A message within the page, such as a warning above a form. Screen readers announce warnings and errors at once, other
 * messages when they have finished speaking.
 */
export function Notice({
  tone,
  title,
  children,
  action,
  onClose,
  closeLabel = 'Cerrar',
  className,
}: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'danger' || tone === 'warn' ? 'alert' : 'status'}
      className={classes('notice', `notice--${tone}`, className)}
    >
      <Icon className="ico" aria-hidden />
      <div className="notice__words">
        {title === undefined ? null : <b>{title}</b>}
        {children}
      </div>
      {action}
      {onClose === undefined ? null : (
        <IconButton label={closeLabel} onClick={onClose}>
          <X className="ico" aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
