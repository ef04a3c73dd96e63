import { fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TableTitle } from './table-title.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const imageOf = (container: HTMLElement) => container.querySelector('img');

/** Simulates reading the pixels of an image: one pixel of the given colour (RGBA), and a transparent one. */
function paint(...pixel: [number, number, number, number]) {
  const rest = [0, 0, 0, 0];
  const context = {
    drawImage: () => {},
    getImageData: () => ({ data: new Uint8ClampedArray([...pixel, ...rest]) }),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    context as unknown as CanvasRenderingContext2D,
  );
}

it('a table title names its row, with a detail', () => {
  const { container } = render(<TableTitle name="Musa" detail="Música" imageUrl="/musa.png" />);
  expect(container.textContent).toBe('MusaMúsica');
  expect(imageOf(container)?.getAttribute('src')).toBe('/musa.png');
});

it.each([null, undefined, ''])('a table title has a drawing when the image is %j', (imageUrl) => {
  const { container } = render(<TableTitle name="La hora azul" imageUrl={imageUrl} />);
  expect(imageOf(container)).toBeNull();
  expect(container.querySelector('.drawn')).not.toBeNull();
});

it('a table title has a drawing for an image that fails to load, until it gets another one', () => {
  const { container, rerender } = render(<TableTitle name="La hora azul" imageUrl="/rota.png" />);
  fireEvent.error(imageOf(container)!);
  expect(container.querySelector('.drawn')).not.toBeNull();
  rerender(<TableTitle name="La hora azul" imageUrl="/buena.png" />);
  expect(imageOf(container)?.getAttribute('src')).toBe('/buena.png');
});

it('a table title puts a light background behind a dark logo, and behind logos only', () => {
  paint(0, 0, 0, 255);
  const { container, rerender } = render(<TableTitle name="Musa" imageUrl="/musa.png" imageShape="logo" />);
  fireEvent.load(imageOf(container)!);
  expect(imageOf(container)?.className).toBe('is-light');
  rerender(<TableTitle key="poster" name="Musa" imageUrl="/musa.png" />);
  fireEvent.load(imageOf(container)!);
  expect(imageOf(container)?.className).toBe('');
});

it('a table title leaves a bright logo on the dark background', () => {
  paint(250, 250, 250, 255);
  const { container } = render(<TableTitle name="Musa" imageUrl="/musa.png" imageShape="logo" />);
  fireEvent.load(imageOf(container)!);
  expect(imageOf(container)?.className).toBe('');
});
