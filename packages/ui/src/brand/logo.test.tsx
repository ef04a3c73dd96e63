import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Logo, LogoMark } from './logo.tsx';

it.each([
  ['the word', Logo],
  ['the seat', LogoMark],
])(
  '%s is an image with the product’s name or the given label, and decorative with an empty label',
  (_what, Sign) => {
    const { container, rerender } = render(<Sign />);
    expect(screen.getByRole('img', { name: 'Butaca' })).toBeTruthy();
    rerender(<Sign label="Ir al inicio" className="big" />);
    expect(screen.getByRole('img', { name: 'Ir al inicio' }).getAttribute('class')).toBe('logo big');
    rerender(<Sign label="" />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  },
);
