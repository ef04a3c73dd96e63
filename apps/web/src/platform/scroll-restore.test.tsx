import { act, fireEvent, render, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryPage } from '../../test/memory-page.tsx';
import { useScrollRestore } from './scroll-restore.ts';

let scrolledPx = 0;
const { scrollY } = Object.getOwnPropertyDescriptors(window);

beforeEach(() => {
  scrolledPx = 0;
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => scrolledPx });
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
});
afterEach(() => {
  vi.useRealTimers();
  if (scrollY !== undefined) Object.defineProperty(window, 'scrollY', scrollY);
});

interface ScreenProps {
  cards: readonly string[];
  first?: string;
}

function Screen({ cards, first }: ScreenProps) {
  const scrollPosition = useScrollRestore(cards.length > 0, first);
  return (
    <main id="contenido">
      <output>{JSON.stringify(scrollPosition)}</output>
      <ul>
        {cards.map((id, index) => (
          <li key={`${id}${index}`}>
            <a href="#x" data-focus-key={id}>{`${id}-${index}`}</a>
            <button type="button" data-within aria-haspopup="menu">{`menu ${id}`}</button>
          </li>
        ))}
      </ul>
      <button type="button">Aparte</button>
    </main>
  );
}

/**
 * Opens a screen with a list of cards in a new tab, and a second screen to which a test can navigate and come back
 * from.
 */
function open(props: ScreenProps) {
  const shown = { ...props };
  const List = () => <Screen {...shown} />;
  const { router, Page } = memoryPage({ pathname: '/lista', key: crypto.randomUUID() });
  render(
    <Page>
      <Routes>
        <Route path="/lista" element={<List />} />
        <Route path="/otra" element={<p>Otra</p>} />
      </Routes>
    </Page>,
  );
  const go = (to: string | number) => act(async () => router.navigate(to));
  return {
    shown,
    async leaveAndReturn() {
      await go('/otra');
      scrolledPx = 0;
      await go(-1);
      frames(1);
    },
  };
}

const frames = (count: number): void => {
  act(() => {
    for (let frame = 0; frame < count; frame += 1) vi.advanceTimersToNextFrame();
  });
};
const card = (text: string) => screen.getByRole('link', { name: text });
/** What a test's screen was told when it was opened: its scroll offset, and whether the person returned to it. */
const readPlace = () => JSON.parse(screen.getByRole('status').textContent ?? '') as { offsetPx: number };
const focused = (): string | null => document.activeElement?.textContent ?? null;

describe('a screen to which the person returns', () => {
  it('gets its former scroll position, and gives the focus back to the card', async () => {
    const { leaveAndReturn } = open({ cards: ['a', 'b', 'c'] });
    expect(readPlace()).toEqual({ offsetPx: 0, isReturn: false });
    act(() => card('b-1').focus());
    scrolledPx = 700;
    fireEvent(window, new Event('scrollend'));
    await leaveAndReturn();
    expect(readPlace()).toEqual({ offsetPx: 700, isReturn: true });
    expect(focused()).toBe('b-1');
  });

  it('gives the focus back to the same one of several cards with the same title', async () => {
    const { leaveAndReturn } = open({ cards: ['a', 'b', 'a'] });
    act(() => card('a-2').focus());
    await leaveAndReturn();
    expect(focused()).toBe('a-2');
  });

  it('gives the focus to the first card of the title when the focused card’s row is gone', async () => {
    const { shown, leaveAndReturn } = open({ cards: ['a', 'b', 'a'] });
    act(() => card('a-2').focus());
    shown.cards = ['b', 'a'];
    await leaveAndReturn();
    expect(focused()).toBe('a-1');
  });

  it('gives the focus to the card whose menu button had it', async () => {
    const { leaveAndReturn } = open({ cards: ['a', 'b'] });
    act(() => screen.getByRole('button', { name: 'menu b' }).focus());
    await leaveAndReturn();
    expect(focused()).toBe('b-1');
  });

  it('gives the focus to the card that had it last, even after further scrolling', async () => {
    const { leaveAndReturn } = open({ cards: ['a', 'b'] });
    act(() => card('b-1').focus());
    act(() => card('b-1').blur());
    scrolledPx = 300;
    fireEvent(window, new Event('scrollend'));
    await leaveAndReturn();
    expect(readPlace().offsetPx).toBe(300);
    expect(focused()).toBe('b-1');
  });

  it('gives no card the focus when none had it on leaving', async () => {
    const { leaveAndReturn } = open({ cards: ['a', 'b'] });
    act(() => card('b-1').focus());
    act(() => card('b-1').blur());
    fireEvent.click(document.body);
    await leaveAndReturn();
    expect(document.activeElement).toBe(document.body);
  });

  it('gives no card the focus when the card is gone', async () => {
    const { shown, leaveAndReturn } = open({ cards: ['a', 'b'] });
    act(() => card('b-1').focus());
    shown.cards = ['a'];
    await leaveAndReturn();
    frames(200);
    expect(document.activeElement).toBe(document.body);
  });

  it('does not move the focus when the person has moved it meanwhile', async () => {
    const { shown, leaveAndReturn } = open({ cards: ['a', 'b'] });
    act(() => card('b-1').focus());
    shown.cards = ['a'];
    await leaveAndReturn();
    screen.getByRole('button', { name: 'Aparte' }).focus();
    frames(3);
    expect(focused()).toBe('Aparte');
  });
});

describe('a screen that opens for the first time', () => {
  it('gives the focus to the card that the screen names, and does not count as a return', () => {
    open({ cards: ['a', 'b'], first: 'b' });
    frames(1);
    expect(focused()).toBe('b-1');
    expect(readPlace()).toEqual({ offsetPx: 0, isReturn: false });
  });
});
