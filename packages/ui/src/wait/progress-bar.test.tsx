import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProgressBar } from './progress-bar.tsx';
import { SkeletonRows, SkeletonTiles } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';

it.each([
  [0, '0', '0%'],
  [59.4, '59', '59.4%'],
  [100, '100', '100%'],
  [-5, '0', '0%'],
  [140, '100', '100%'],
])('a progress bar shows the value %d as %s of 100', (value, now, width) => {
  render(<ProgressBar value={value} label="Subiendo" />);
  const bar = screen.getByRole('progressbar', { name: 'Subiendo' });
  expect(bar.getAttribute('aria-valuenow')).toBe(now);
  expect(bar.querySelector('i')?.style.width).toBe(width);
});

it('a progress bar has no value while the progress is unknown', () => {
  render(<ProgressBar value={null} label="Leyendo" />);
  const bar = screen.getByRole('progressbar');
  expect(bar.hasAttribute('aria-valuenow')).toBe(false);
  expect(bar.querySelector('i')?.style.width).toBe('');
});

it('a progress bar exposes its detail to screen readers even when its text is hidden', () => {
  const { container, rerender } = render(<ProgressBar value={50} label="Migrando" detail="1 de 2 · 50%" />);
  expect(container.textContent).toBe('Migrando1 de 2 · 50%');
  rerender(<ProgressBar value={50} label="Migrando" detail="1 de 2 · 50%" hideLabel />);
  expect(container.textContent).toBe('');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 de 2 · 50%');
});

it('a spinner says what is loading', () => {
  render(<Spinner />);
  expect(screen.getByRole('status').textContent).toBe('Cargando…');
});

it('a skeleton has the requested number of cards and rows, and announces once what is loading', () => {
  const { container } = render(
    <>
      <SkeletonTiles label="Cargando canales…" count={3} />
      <SkeletonRows label="Cargando usuarios…" count={2} />
    </>,
  );
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    'Cargando canales…',
    'Cargando usuarios…',
  ]);
  expect(container.querySelectorAll('.sk--tile')).toHaveLength(3);
  expect(container.querySelectorAll('.sk--row')).toHaveLength(2);
  expect(container.querySelectorAll('.sk:not([aria-hidden="true"])')).toHaveLength(0);
});
