import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { DensityToggle } from './density-toggle.tsx';
import type { Density } from './poster-columns.ts';

const widePx = window.innerWidth;
afterEach(() => {
  window.innerWidth = widePx;
});

function Screen({ first = 5 }: { first?: Density }) {
  const [density, setDensity] = useState<Density>(first);
  return <DensityToggle density={density} onDensityChange={setDensity} />;
}

it('the density toggle cycles through 5, 4, 3, 1 and announces the number of columns', async () => {
  const user = userEvent.setup();
  render(<Screen />);
  const seen: (string | null)[] = [];
  for (let press = 0; press < 5; press += 1) {
    seen.push(screen.getByRole('button').getAttribute('aria-label'));
    await user.click(screen.getByRole('button'));
  }
  expect(seen).toEqual(
    ['5 columnas', '4 columnas', '3 columnas', '1 columna', '5 columnas'].map(
      (columns) => `Densidad de la cuadrícula: ${columns}`,
    ),
  );
});

it('the density toggle cycles through a phone’s densities, and announces the columns shown', async () => {
  window.innerWidth = 360;
  const user = userEvent.setup();
  render(<Screen first={3} />);
  const seen: (string | null)[] = [];
  for (let press = 0; press < 4; press += 1) {
    seen.push(screen.getByRole('button').textContent);
    await user.click(screen.getByRole('button'));
  }
  expect(seen).toEqual(['2', '1', '3', '2']);
});
