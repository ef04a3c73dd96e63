import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DrawnTile, drawnGrounds, fitName, groundOf, hashName } from './drawn-tile.tsx';

describe('the drawing of a missing picture', () => {
  it('shows the whole name, and nothing to screen readers', () => {
    render(<DrawnTile name="Cénit 24 Noticias" shape="wide" />);
    expect(screen.getByText('Cénit 24 Noticias').closest('[aria-hidden="true"]')).not.toBeNull();
  });

  it('has no letters where it is small', () => {
    const { container } = render(<DrawnTile name="Cénit 24" shape="small" />);
    expect(container.textContent).toBe('');
  });

  it('has the same ground for the same name, whatever its case, and many grounds for many names', () => {
    const looksOf = (name: string) => {
      const { container } = render(<DrawnTile name={name} shape="tall" />);
      const { style } = container.querySelector<HTMLElement>('.drawn')!;
      return [style.getPropertyValue('--drawn-ground'), style.getPropertyValue('--drawn-angle')].join(' ');
    };
    expect(looksOf('Acento TV')).toBe(looksOf(' ACENTO TV'));
    const names = Array.from({ length: 60 }, (_, index) => `Canal ${index}`);
    expect(new Set(names.map((name) => looksOf(name).split(' ')[0])).size).toBe(drawnGrounds - 1);
    expect(new Set(names.map(looksOf)).size).toBeGreaterThan(20);
  });

  it('has the ground of its genre, whatever its case and accents, with the colour of its name beside it', () => {
    const coloursOf = (name: string, genre?: string) => {
      const { container } = render(<DrawnTile name={name} shape="tall" genre={genre} />);
      const { style } = container.querySelector<HTMLElement>('.drawn')!;
      return ['--drawn-ground', '--drawn-second'].map((token) => style.getPropertyValue(token));
    };
    const [ground, second] = coloursOf('La hora azul', 'Ciencia Ficción');
    expect(coloursOf('Otra hora', 'ciencia ficcion')[0]).toBe(ground);
    expect(coloursOf('La hora azul', 'Comedia')[0]).not.toBe(ground);
    for (const other of ['Género sin tabla', 'constructor']) {
      expect(coloursOf('La hora azul', other)[0]).toMatch(/^var\(--drawn-[1-8]\)$/);
    }
    expect(coloursOf('La hora azul')).toEqual([second, second]);
  });

  it('has one of three layouts as a poster, always the same for a name, and each as often', () => {
    const layoutOf = (name: string) => {
      const { container } = render(<DrawnTile name={name} shape="tall" />);
      return /drawn--(seats|moon|beam)/.exec(container.querySelector('.drawn')!.className)?.[1];
    };
    expect(layoutOf('La hora azul')).toBe(layoutOf('LA HORA AZUL'));
    const layouts = Array.from({ length: 90 }, (_, index) => layoutOf(`Película ${index}`));
    for (const layout of ['seats', 'moon', 'beam']) {
      expect(layouts.filter((one) => one === layout).length).toBeGreaterThan(15);
    }
  });

  it('gives a name and those that go on after its first word different grounds', () => {
    for (const first of ['ATV', 'Canal', 'La', 'RTV']) {
      for (const rest of ['Sur', '2', 'Norte HD', 'Internacional', 'Uno y dos']) {
        expect(groundOf(`${first} ${rest}`)).not.toBe(groundOf(first));
      }
    }
    const firsts = Array.from({ length: 60 }, (_, index) => groundOf(`Uno${index}`));
    expect(new Set(firsts).size).toBe(drawnGrounds);
  });

  it('spreads names over its grounds evenly', () => {
    const counts = new Map<number, number>();
    for (let index = 0; index < 800; index += 1) {
      const ground = hashName(`Canal ${index}`) % drawnGrounds;
      counts.set(ground, (counts.get(ground) ?? 0) + 1);
    }
    expect(Math.min(...counts.values())).toBeGreaterThan(60);
    expect(Math.max(...counts.values())).toBeLessThan(140);
  });

  it.each(['wide', 'tall'] as const)('has smaller letters for longer names and words (%s)', (shape) => {
    const sizes = [
      'Uno',
      'Acento TV',
      'Televisión Dominicana',
      'Radiotelevisión Parlamentaria de la Región Centro',
    ].map((name) => fitName(name, shape));
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(new Set(sizes).size).toBeGreaterThan(2);
    expect(fitName('', shape)).toBeGreaterThan(0);
    expect(fitName('x'.repeat(500), shape)).toBe(fitName('x'.repeat(5_000), shape));
  });
});
