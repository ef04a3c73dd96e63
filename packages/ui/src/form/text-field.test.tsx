import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { SearchField } from './search-field.tsx';
import { TextField } from './text-field.tsx';

it('a password field shows the password while its button is on', async () => {
  const user = userEvent.setup();
  render(<TextField label="Contraseña" type="password" />);
  const input = screen.getByLabelText<HTMLInputElement>('Contraseña');
  expect(input.type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(input.type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Ocultar contraseña' }));
  expect(input.type).toBe('password');
});

it('a password field accepts a pasted password, and what a password manager fills in', async () => {
  const user = userEvent.setup();
  render(<TextField label="Contraseña" type="password" autoComplete="current-password" />);
  const input = screen.getByLabelText<HTMLInputElement>('Contraseña');
  await user.click(input);
  await user.paste('el perro azul come uvas');
  expect([input.value, input.autocomplete]).toEqual(['el perro azul come uvas', 'current-password']);
});

it('a text field is described by its hint, and by its error instead when there is one', () => {
  const { rerender } = render(<TextField label="Usuario" hint="De 3 a 32 letras." />);
  const input = screen.getByLabelText('Usuario');
  const description = () =>
    document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(description()).toBe('De 3 a 32 letras.');
  rerender(<TextField label="Usuario" hint="De 3 a 32 letras." error="Ya existe." />);
  expect(description()).toBe('Ya existe.');
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

function Finder() {
  const [value, setValue] = useState('');
  return <SearchField label="Buscar canal" value={value} onValueChange={setValue} />;
}

it.each(['{Escape}', '{Tab}{Enter}'])(
  'a search field is cleared with %s and keeps the focus',
  async (keys) => {
    const user = userEvent.setup();
    render(<Finder />);
    const input = screen.getByLabelText<HTMLInputElement>('Buscar canal');
    await user.type(input, 'curling');
    await user.keyboard(keys);
    expect(input.value).toBe('');
    expect(document.activeElement).toBe(input);
  },
);

it('a checkbox shows the indeterminate state', () => {
  const { rerender } = render(<Checkbox label="Todos" indeterminate />);
  expect(screen.getByLabelText<HTMLInputElement>('Todos').indeterminate).toBe(true);
  rerender(<Checkbox label="Todos" />);
  expect(screen.getByLabelText<HTMLInputElement>('Todos').indeterminate).toBe(false);
});
