import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useArrowNavigation, type ArrowNavigationOptions } from './use-arrow-navigation.ts';

/** The simulated position of each link in pixels, by its name: the links form three columns and two rows. */
const positions: Record<string, [left: number, top: number]> = {
  Inicio: [0, 0],
  Buscar: [120, 0],
  Perfil: [240, 0],
  Uno: [0, 80],
  Dos: [120, 80],
  Apagado: [240, 80],
  Tarjeta: [240, 160],
};

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const [left, top] = positions[this.getAttribute('aria-label') ?? ''] ?? [0, 0];
    return DOMRect.fromRect({ x: left, y: top, width: 100, height: 60 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

function Page(options: ArrowNavigationOptions) {
  return (
    <div {...useArrowNavigation(options)}>
      <a href="#/" aria-label="Inicio">
        ·
      </a>
      <input aria-label="Buscar" type="search" />
      <button type="button" aria-label="Perfil" />
      <button type="button" aria-label="Uno" />
      <button type="button" aria-label="Dos" />
      <button type="button" aria-label="Apagado" disabled />
    </div>
  );
}

const focused = () => document.activeElement?.getAttribute('aria-label');

it('arrow navigation moves the focus to the nearest element in that direction', async () => {
  const user = userEvent.setup();
  render(<Page />);
  screen.getByLabelText('Inicio').focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Uno');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('Dos');
});

it('arrow navigation skips disabled elements, and stays when there is none in that direction', async () => {
  const user = userEvent.setup();
  render(<Page />);
  screen.getByLabelText('Dos').focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(focused()).toBe('Dos');
});

it('arrow navigation skips elements hidden by visibility', async () => {
  const user = userEvent.setup();
  render(<Page />);
  screen.getByLabelText('Buscar').style.visibility = 'hidden';
  screen.getByLabelText('Inicio').focus();
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('Perfil');
});

it('arrow navigation ignores ← and → in a text field, and leaves the field with ↑ and ↓', async () => {
  const user = userEvent.setup();
  render(<Page />);
  screen.getByLabelText('Buscar').focus();
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('Buscar');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Dos');
});

it('arrow navigation ignores the other axis, and keys with a modifier', async () => {
  const user = userEvent.setup();
  render(<Page axis="x" />);
  screen.getByLabelText('Inicio').focus();
  await user.keyboard('{ArrowDown}{Alt>}{ArrowRight}{/Alt}');
  expect(focused()).toBe('Inicio');
});

it('arrow navigation goes to the nearest row of its own landmark before other landmarks', async () => {
  const user = userEvent.setup();
  function Parts() {
    return (
      <div {...useArrowNavigation()}>
        <header>
          <a href="#/" aria-label="Perfil">
            ·
          </a>
        </header>
        <main>
          <button type="button" aria-label="Uno" />
          <button type="button" aria-label="Tarjeta" />
        </main>
      </div>
    );
  }
  render(<Parts />);
  screen.getByLabelText('Tarjeta').focus();
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Uno');
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Perfil');
});

it('arrow navigation enters a landmark beside at its nearest row, not a better aligned one', async () => {
  const user = userEvent.setup();
  function Parts() {
    return (
      <main {...useArrowNavigation()}>
        <button type="button" aria-label="Perfil" />
        <aside>
          <button type="button" aria-label="Uno" />
          <button type="button" aria-label="Tarjeta" />
        </aside>
      </main>
    );
  }
  render(<Parts />);
  screen.getByLabelText('Perfil').focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Uno');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Tarjeta');
});

it('arrow navigation skips the actions of a card and the link that jumps to the content', async () => {
  const user = userEvent.setup();
  function Parts() {
    return (
      <div {...useArrowNavigation()}>
        <a href="#/" className="skip" aria-label="Inicio">
          ·
        </a>
        <button type="button" data-within aria-label="Uno" />
        <button type="button" aria-label="Buscar" />
        <button type="button" aria-label="Dos" />
      </div>
    );
  }
  render(<Parts />);
  screen.getByLabelText('Dos').focus();
  await user.keyboard('{ArrowLeft}');
  expect(focused()).toBe('Dos');
  await user.keyboard('{ArrowUp}{ArrowLeft}');
  expect(focused()).toBe('Buscar');
});

it('arrow navigation leaves a select with ↓ if the option is set', async () => {
  const user = userEvent.setup();
  function Form({ leavesSelects }: { leavesSelects: boolean }) {
    return (
      <div {...useArrowNavigation({ leavesSelects })}>
        <select aria-label="Inicio" />
        <button type="button" aria-label="Uno" />
      </div>
    );
  }
  const { rerender } = render(<Form leavesSelects={false} />);
  screen.getByLabelText('Inicio').focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Inicio');
  rerender(<Form leavesSelects />);
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Uno');
});
