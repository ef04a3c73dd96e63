import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ChipGroup } from './chip-group.tsx';

it('a chip group is one tab stop, and Enter chooses the chip reached with the arrows', async () => {
  const user = userEvent.setup();
  const onValueChange = vi.fn();
  const items = ['Todas', 'Acción', 'Drama'].map((value) => ({ value, label: value }));
  render(<ChipGroup label="Géneros" items={items} value="Todas" onValueChange={onValueChange} />);
  expect(screen.getByRole('toolbar', { name: 'Géneros' })).toBeTruthy();
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Todas');
  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(onValueChange.mock.calls).toEqual([['Drama']]);
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});
