import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

const options = [
  { value: 'gplay', label: 'GPlay' },
  { value: 'premium', label: 'Premium' },
  { value: 'viejo', label: 'Ya no se ofrece', disabled: true },
];

it('a select offers its options, and reports the chosen one', async () => {
  const user = userEvent.setup();
  const chosen: string[] = [];
  render(
    <Select label="Plan" options={options} onChange={(event) => chosen.push(event.currentTarget.value)} />,
  );
  const select = screen.getByLabelText('Plan');
  await user.selectOptions(select, 'Premium');
  await user.selectOptions(select, 'Ya no se ofrece');
  expect(chosen).toEqual(['premium']);
});

const fields = [
  ['a select field', (words: object) => <Select label="Campo" options={options} {...words} />],
  ['a text area', (words: object) => <TextArea label="Campo" {...words} />],
  ['a text field', (words: object) => <TextField label="Campo" {...words} />],
] as const;

it.each(fields)('%s is described by its hint, and by its error instead of it', (_what, field) => {
  const { rerender } = render(field({ hint: 'Se puede cambiar.' }));
  const describedBy = () => {
    const id = screen.getByLabelText('Campo').getAttribute('aria-describedby');
    return id === null ? null : document.querySelector(`[id="${id}"]`)?.textContent;
  };
  expect(describedBy()).toBe('Se puede cambiar.');
  expect(screen.getByLabelText('Campo').hasAttribute('aria-invalid')).toBe(false);
  rerender(field({ hint: 'Se puede cambiar.', error: 'Es obligatorio.' }));
  expect(describedBy()).toBe('Es obligatorio.');
  expect(screen.getByRole('alert').textContent).toBe('Es obligatorio.');
  expect(screen.getByLabelText('Campo').getAttribute('aria-invalid')).toBe('true');
  rerender(field({}));
  expect(describedBy()).toBeNull();
});

it.each(fields)(
  '%s keeps its name where its label is hidden, and the id that it is given',
  (_what, field) => {
    render(field({ hideLabel: true, id: 'propio' }));
    expect(screen.getByLabelText('Campo').id).toBe('propio');
    expect(screen.getByText('Campo').className).toBe('vh');
  },
);

it('a checkbox passes its element to an object ref and to a callback ref', () => {
  const [kept, told] = [createRef<HTMLInputElement>(), vi.fn<(element: HTMLInputElement | null) => void>()];
  const { unmount } = render(
    <>
      <Checkbox label="Uno" ref={kept} id="uno" />
      <Checkbox label="Dos" ref={told} hideLabel />
    </>,
  );
  expect(kept.current).toBe(screen.getByLabelText('Uno'));
  expect(kept.current?.id).toBe('uno');
  expect(told).toHaveBeenLastCalledWith(screen.getByLabelText('Dos'));
  unmount();
  expect(kept.current).toBeNull();
  expect(told).toHaveBeenLastCalledWith(null);
});

it('a switch is toggled by a click on its label', async () => {
  const user = userEvent.setup();
  render(<Switch label="Activo" defaultChecked />);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Activo' }).checked).toBe(true);
  await user.click(screen.getByText('Activo'));
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
});

it('a password field cannot show its password while disabled', async () => {
  const user = userEvent.setup();
  render(<TextField label="Contraseña" type="password" disabled />);
  await user.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').type).toBe('password');
});
