import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';

/** An action on the title of a card, beside opening it. */
export interface CardAction {
  key: string;
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  /** The preferred action. */
  solid?: boolean | undefined;
}

/** ← and → move between the actions; beyond the ends the keys are not handled. */
function handleActionKey(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const step = event.key === 'ArrowRight' ? 1 : -1;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

/** The actions of a card, shown over its poster. */
export function CardActions({ actions, title }: { actions: readonly CardAction[]; title: string }) {
  const handleSelect = (button: HTMLElement, { onSelect }: CardAction): void => {
    // A dialog restores the focus to where it was; the action is hidden by then, so the focus moves to the link first.
    button.closest('.card')?.querySelector<HTMLElement>('.card__link')?.focus({ preventScroll: true });
    onSelect();
  };
  return (
    <div
      className="card__acts"
      role="toolbar"
      aria-label={`Acciones de ${title}`}
      tabIndex={-1}
      onKeyDown={handleActionKey}
    >
      {actions.map((action) => (
        <IconButton
          key={action.key}
          label={action.label}
          variant={action.solid ? 'solid' : 'soft'}
          data-within
          onClick={(event) => handleSelect(event.currentTarget, action)}
        >
          {action.icon}
        </IconButton>
      ))}
    </div>
  );
}
