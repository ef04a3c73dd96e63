import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

/** A plain link, with which these tests replace the link component of the application's router. */
function Link({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>;
}

it('a loading button ignores clicks and submits, and keeps the focus', async () => {
  const user = userEvent.setup();
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<() => void>();
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Usuario" />
      <Button type="submit" loading onClick={onClick}>
        Procesando...
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Procesando...' });
  await user.click(button);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.type(screen.getByLabelText('Usuario'), 'a{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('a button renders as the given link, and calls the handlers of both', async () => {
  const user = userEvent.setup();
  const calls: string[] = [];
  render(
    <Button
      onClick={() => calls.push('button')}
      render={<Link href="#/login" className="own" onClick={() => calls.push('link')} />}
    >
      Ir al login
    </Button>,
  );
  const link = screen.getByRole('link', { name: 'Ir al login' });
  expect(link.getAttribute('href')).toBe('#/login');
  expect(link.className).toBe('btn btn--second own');
  await user.click(link);
  expect(calls).toEqual(['link', 'button']);
});
