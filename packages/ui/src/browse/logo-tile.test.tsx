import { fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { LogoTile, tileColumns } from './logo-tile.tsx';

/** A plain link, with which these tests replace the link component of the application's router. */
function Link({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>;
}

const imageOf = (container: HTMLElement) => container.querySelector('img');
const drawn = (container: HTMLElement) => container.querySelector('.drawn')?.textContent;

it('a logo tile names its link by its visible text', () => {
  render(
    <LogoTile
      name="Cénit 24"
      caption="Noticias"
      tag="En vivo"
      lockLabel="Requiere plan Premium"
      render={<Link href="#/watch/1" />}
    />,
  );
  const link = screen.getByRole('link', { name: 'Cénit 24, Noticias, En vivo, Requiere plan Premium' });
  expect(link.getAttribute('href')).toBe('#/watch/1');
});

it('a logo tile draws its name when the image is broken, and tries again with another image', () => {
  const { container, rerender } = render(<LogoTile name="La hora azul" logoUrl="/roto.png" />);
  expect(drawn(container)).toBeUndefined();
  fireEvent.error(imageOf(container)!);
  expect(drawn(container)).toBe('La hora azul');
  expect(imageOf(container)).toBeNull();
  rerender(<LogoTile name="La hora azul" logoUrl="/bueno.png" />);
  expect(imageOf(container)?.getAttribute('src')).toBe('/bueno.png');
  expect(drawn(container)).toBeUndefined();
});

it('a logo tile draws its name when there is no image', () => {
  const { container } = render(<LogoTile name="Órbita" logoUrl={null} />);
  expect(drawn(container)).toBe('Órbita');
});

it('a logo tile uses the given colour', () => {
  const { container } = render(<LogoTile name="Musa" color="teal" logoUrl="/musa.svg" />);
  expect(container.querySelector<HTMLElement>('.tile__face')?.style.getPropertyValue('--tint')).toBe('teal');
});

it('a grid of logo tiles has 2 to 8 columns for any width', () => {
  expect([0, 328, 600, 800, 1000, 1260, 1700, 9000].map(tileColumns)).toEqual([2, 2, 3, 4, 5, 6, 8, 8]);
});

it('a logo tile has its action in a named group beside its link, not inside it', () => {
  render(
    <LogoTile
      name="Musa"
      render={<Link href="#/musa" />}
      action={<button type="button">Guardar</button>}
      isActionPinned
    />,
  );
  const group = screen.getByRole('group', { name: 'Opciones de Musa' });
  expect(group.classList).toContain('is-pinned');
  expect(within(group).getByRole('button', { name: 'Guardar' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Musa' }).querySelector('button')).toBeNull();
});
