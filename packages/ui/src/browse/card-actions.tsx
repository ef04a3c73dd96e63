import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';

/** An action of a card other than opening its title, such as adding the title to a list. */
export interface CardAction {
  key: string;
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  /** Whether this is the preferred action, with a solid button. */
  solid?: boolean | undefined;
}

/** Moves the focus between a card's actions on ← and →; at the first and the last action the key is left unhandled. */
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
    // The focus moves to the card's link first: a dialog later returns it there, because the action's button is hidden by then.
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
