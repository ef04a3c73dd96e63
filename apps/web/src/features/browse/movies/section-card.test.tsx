import type { MainSection } from '@butaca/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SectionCard } from './section-card.tsx';

const holdMs = 4_000;
const section: MainSection = {
  key: 'CINE_4K',
  displayName: 'CINE 4K UHD',
  requiresPlan: ['cinefilo', 'premium'],
  thumbnailSample: '/uno',
  thumbnailSamples: ['/uno', '/dos', '/tres'],
  locked: false,
  isEmpty: false,
};

function open(given: Partial<MainSection> = {}): HTMLElement {
  render(
    <MemoryRouter>
      <SectionCard
        section={{ ...section, ...given }}
        onDenied={() => undefined}
        onApproach={() => undefined}
      />
    </MemoryRouter>,
  );
  return screen.getByRole('link');
}

/** The URLs of all images in the slide show of a film section's card; `shown` is the URL of the visible one. */
const images = () =>
  [...document.querySelectorAll('.section__slides img')].map((image) => image.getAttribute('src'));
const shown = () => document.querySelector('.section__slides .is-shown')?.getAttribute('src');
const turn = (times = 1) =>
  act(() => {
    vi.advanceTimersByTime(times * holdMs);
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the card of a section', () => {
  it('is named by its section and the plans that open it', () => {
    expect(open({ locked: true }).getAttribute('aria-label')).toBe('CINE 4K UHD, Cinéfilo o Premium');
  });

  it('names no plans for a person to whom only the films’ own plans open it', () => {
    expect(open({ locked: false }).getAttribute('aria-label')).toBe('CINE 4K UHD');
  });

  it('shows the next image every four seconds, and starts again after the last', () => {
    open();
    expect(shown()).toBe('/uno');
    turn();
    expect(shown()).toBe('/dos');
    turn();
    expect(shown()).toBe('/tres');
    turn();
    expect(shown()).toBe('/uno');
  });

  it('keeps the previous image under the next one, and prefetches the one after it', () => {
    open();
    expect(images()).toEqual(['/uno', '/dos']);
    turn();
    expect(images()).toEqual(['/uno', '/dos', '/tres']);
    expect(document.querySelector('.section__slides .is-coming')?.getAttribute('src')).toBe('/dos');
    expect(document.querySelector('.section__slides .is-going')?.getAttribute('src')).toBe('/uno');
  });

  it('stops its slideshow under the pointer', () => {
    const link = open();
    fireEvent.pointerEnter(link);
    turn(3);
    expect(shown()).toBe('/uno');
    fireEvent.pointerLeave(link);
    turn();
    expect(shown()).toBe('/dos');
  });

  it('stops its slideshow while it has the focus', () => {
    const link = open();
    act(() => {
      link.focus();
    });
    turn(3);
    expect(shown()).toBe('/uno');
    act(() => {
      link.blur();
    });
    turn();
    expect(shown()).toBe('/dos');
  });

  it('has no slideshow for people who prefer reduced motion', () => {
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    open();
    turn(3);
    expect(shown()).toBe('/uno');
  });

  it('skips an image that does not load', () => {
    open();
    fireEvent.error(document.querySelector('.section__slides [src="/uno"]') ?? document.body);
    expect(images()).toEqual(['/dos', '/tres']);
  });

  it('shows the single section image when it has no images of films', () => {
    open({ thumbnailSamples: [], thumbnailSample: '/sola' });
    expect(images()).toEqual(['/sola']);
    expect(document.querySelector('.section__dots')).toBeNull();
  });

  it('shows a drawing when it has no image at all', () => {
    open({ thumbnailSamples: [], thumbnailSample: null });
    expect(images()).toEqual([]);
    expect(document.querySelector('.section > .drawn')).not.toBeNull();
  });
});
