import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Picture } from './picture.tsx';

const imageOf = (container: HTMLElement) => container.querySelector('img');

it.each([null, undefined, ''])('a picture without an image (%j) is a drawing of its name', (url) => {
  const { container } = render(<Picture name="La hora azul" shape="tall" url={url} />);
  expect(imageOf(container)).toBeNull();
  expect(screen.getByText('La hora azul')).toBeTruthy();
});

it('a picture that fails to load becomes a drawing of its name, until it gets another image', () => {
  const { container, rerender } = render(<Picture name="La hora azul" shape="tall" url="/rota.png" />);
  expect(screen.queryByText('La hora azul')).toBeNull();
  fireEvent.error(imageOf(container)!);
  expect(screen.getByText('La hora azul')).toBeTruthy();
  rerender(<Picture name="La hora azul" shape="tall" url="/buena.png" eager />);
  expect(imageOf(container)?.getAttribute('src')).toBe('/buena.png');
  expect(imageOf(container)?.getAttribute('loading')).toBe('eager');
});
