import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { MenuOnHold } from './menu-on-hold.tsx';

function show({ isEmpty = false } = {}) {
  const onOpen = vi.fn<() => void>();
  const onRemove = vi.fn<() => void>();
  render(
    <MenuOnHold
      className="ticket"
      label="Opciones de El faro"
      opener=".opener"
      items={isEmpty ? [] : [{ key: 'remove', label: 'Quitar', onSelect: onRemove }]}
    >
      <button type="button" className="opener" onClick={onOpen}>
        El faro
      </button>
      <button type="button" data-within>
        Quitar
      </button>
    </MenuOnHold>,
  );
  screen.getByRole('button', { name: 'El faro' }).focus();
  return { onOpen, onRemove, opener: screen.getByRole('button', { name: 'El faro' }) };
}

describe('the menu of a card that is held', () => {
  it('opens on the menu key, does what is chosen, and returns the focus to the card', async () => {
    const user = userEvent.setup();
    const { onOpen, onRemove, opener } = show();
    await user.keyboard('{ContextMenu}');
    await user.click(await screen.findByRole('menuitem', { name: 'Quitar' }));
    expect(onRemove).toHaveBeenCalledOnce();
    expect(onOpen).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('leaves a short press of Enter to the card', async () => {
    const user = userEvent.setup();
    const { onOpen } = show();
    await user.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('does not open for keys on an action of the card', async () => {
    const user = userEvent.setup();
    show();
    await user.tab();
    await user.keyboard('{ContextMenu}');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('does not exist for a card without actions', () => {
    const { opener } = show({ isEmpty: true });
    expect(fireEvent.keyDown(opener, { key: 'ContextMenu' })).toBe(true);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
