import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPart } from '../../../../test/open-part.tsx';
import { readCards, type Card } from '../../../shared/card/card.ts';
import { Billboard } from './billboard.tsx';

const [plain] = readCards([{ id: 'a', title: 'El faro' }]);
const [full] = readCards([
  {
    id: 'b',
    title: 'Océano 4K',
    tipo: 'pelicula',
    backdrop: '/mar.webp',
    thumbnail: '/api/images/video/b/320?v=1',
    rating: 8.74,
    releaseYear: 2011,
    genres: ['Drama', 'Mar', 'Aventura'],
    description: 'El mar.',
    trailerUrl: 'https://youtu.be/abcdefghijk',
  },
]);

/** @param as - the user name of the account of the fake server for which the billboard is shown */
async function show(card: Card | undefined, as = 'valentina') {
  if (card === undefined) throw new Error('there is no card');
  const acts = { onOpen: vi.fn<() => void>(), onTrailer: vi.fn<() => void>(), onAdd: vi.fn<() => void>() };
  const part = await openPart(<Billboard card={card} {...acts} />, { as });
  return { ...part, ...acts, meta: () => document.querySelector('.billboard__meta')?.textContent };
}
const press = (name: string) => screen.getByRole('button', { name });

describe('the billboard', () => {
  it('shows the details of the title, with two genres', async () => {
    const { meta } = await show(full);
    screen.getByRole('heading', { name: 'Océano 4K' });
    expect(meta()).toBe('Película4K ULTRAHD8.72011Drama, Mar');
    screen.getByText('El mar.');
  });

  it('shows only the title when nothing else is known', async () => {
    const { meta } = await show(plain);
    expect(meta()).toBe('');
    expect(document.querySelector('.billboard__words, .billboard__art img')).toBeNull();
    expect(document.querySelector('.billboard__art .drawn')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Ver tráiler' })).toBeNull();
  });

  it('offers no collection where additions are left to administrators', async () => {
    const acts = { onOpen: vi.fn<() => void>(), onTrailer: vi.fn<() => void>() };
    if (full !== undefined)
      await openPart(<Billboard card={full} {...acts} onAdd={undefined} />, { as: 'valentina' });
    press('Reproducir');
    expect(screen.queryByRole('button', { name: 'Agregar a colección' })).toBeNull();
  });

  it('shows the poster when the backdrop does not load, and a drawing when the poster does not either', async () => {
    await show(full);
    const images = () =>
      [...document.querySelectorAll('.billboard__art img')].map((image) => image.getAttribute('src'));
    const fail = () => fireEvent.error(document.querySelector('.billboard__art img')!);
    expect(images()).toEqual(['/mar.webp']);
    fail();
    expect(images()).toEqual(['/api/images/video/b/640?v=1', '/api/images/video/b/640?v=1']);
    fail();
    expect(images()).toEqual([]);
    expect(document.querySelector('.billboard__art .drawn')).not.toBeNull();
  });

  it('opens the title, its trailer and the collections dialog, each with the title', async () => {
    const { user, onOpen, onTrailer, onAdd } = await show(full, 'ada');
    await user.click(press('Reproducir'));
    await user.click(press('Ver tráiler'));
    await user.click(press('Agregar a colección'));
    for (const act of [onOpen, onTrailer, onAdd]) expect(act.mock.calls).toEqual([[full]]);
  });
});
