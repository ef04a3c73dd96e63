import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SectionDenial } from './section-denial.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('the denial of a film section names the plans that open it, and disappears after five seconds', () => {
  render(<SectionDenial section="CINE_4K" />);
  const sentence = '🎬 Estimado cliente, debe tener el plan Cinéfilo o Premium para acceder a esta sección.';
  act(() => {
    vi.advanceTimersByTime(4_999);
  });
  screen.getByText(sentence);
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(screen.queryByText(sentence)).toBeNull();
});

it('the denial of a section that is not one of films asks for «un plan superior»', () => {
  render(<SectionDenial section="DORAMAS" />);
  screen.getByText('🎬 Estimado cliente, debe tener un plan superior para acceder a esta sección.');
});
