import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PillTabs } from './pill-tabs.tsx';

const items = ['Todos', 'Noticias', 'Cine'].map((label) => ({ value: label.toLowerCase(), label }));

function renderTabs(value: string) {
  const onValueChange = vi.fn<(value: string) => void>();
  render(<PillTabs label="Categorías" items={items} value={value} onValueChange={onValueChange} />);
  return { onValueChange, user: userEvent.setup() };
}

it('a row of pill tabs is one tab stop, at the chosen pill', async () => {
  const { user } = renderTabs('noticias');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Noticias');
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});

it('a row of pill tabs moves the focus with arrows, Home and End, and chooses with Enter', async () => {
  const { onValueChange, user } = renderTabs('todos');
  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('Cine');
  await user.keyboard('{Home}');
  expect(document.activeElement?.textContent).toBe('Todos');
  expect(onValueChange).not.toHaveBeenCalled();
  await user.keyboard('{End}{Enter}');
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith('cine');
});

it('a row of pill tabs marks the chosen pill', () => {
  renderTabs('cine');
  expect(screen.getByRole('toolbar', { name: 'Categorías' })).toBeTruthy();
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Cine');
});

it('a row of pill tabs can be focused when no pill is chosen', async () => {
  const { user } = renderTabs('ninguna');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Todos');
});
