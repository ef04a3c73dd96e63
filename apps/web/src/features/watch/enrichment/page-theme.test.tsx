import { defaultTheme, themeAnimations, type EnrichmentTheme } from '@butaca/contract';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PageTheme } from './page-theme.tsx';
import type { GivenTheme } from './readable-theme.ts';

const warm: EnrichmentTheme = {
  ...defaultTheme,
  primaryColor: '#ffb454',
  gradientStart: '#2a1408',
  gradientEnd: '#140a2e',
  textColor: '#fff4e2',
  overlayOpacity: 0.4,
  glowEffect: true,
};

const shown = (theme: GivenTheme) => (
  <main className="watch" style={{ color: 'inherit' }}>
    <PageTheme theme={theme} />
  </main>
);

/** Renders a `.watch` element with a `PageTheme` inside it, and returns functions that read the colours set on both. */
function show(theme: GivenTheme) {
  const { rerender, container } = render(shown(theme));
  const page = container.querySelector<HTMLElement>('.watch')!;
  return {
    page,
    background: () => page.querySelector<HTMLElement>('.theme-background')!,
    of: (name: string) => page.style.getPropertyValue(name),
    change: (next: GivenTheme) => rerender(shown(next)),
    leave: () => rerender(<main className="watch" style={{ color: 'inherit' }} />),
  };
}

describe('the theme of a page', () => {
  it('sets the colours of the page, and the background colours on a separate layer', () => {
    const { page, of, background } = show(warm);
    expect(of('--theme-primary')).toBe('#ffb454');
    expect(of('--theme-ink')).toBe('#fff4e2');
    expect(of('--theme-overlay')).toBe('0.4');
    // The background colours are set on the layer `.theme-background` and not on `.watch` itself, whose background
    // would change abruptly.
    expect(of('--theme-from')).toBe('');
    expect(background().style.getPropertyValue('--theme-from')).toBe('#2a1408');
    expect(background().style.getPropertyValue('--theme-to')).toBe('#140a2e');
    expect(background().getAttribute('aria-hidden')).toBe('true');
    expect(page.dataset['theme']).toBe('glow');
  });

  it('replaces invalid colours, and those with further CSS in them, by the default ones', () => {
    const { of, background } = show({
      ...warm,
      primaryColor: 'url(https://malo.example/x)',
      gradientStart: '#2a1408;--ground-0:red',
      textColor: 'red',
    });
    expect(of('--theme-primary')).toBe(defaultTheme.primaryColor);
    expect(of('--theme-ink')).toBe(defaultTheme.textColor);
    expect(background().style.getPropertyValue('--theme-from')).toBe(defaultTheme.gradientStart);
  });

  it('does not use text colours with too little contrast to the background', () => {
    const { of } = show({ ...warm, textColor: '#2a1408', primaryColor: '#140a2e' });
    expect(of('--theme-ink')).not.toBe('#2a1408');
    expect(of('--theme-primary')).not.toBe('#140a2e');
  });

  it.each(themeAnimations)('puts the class of the animation %s on the background layer', (animationType) => {
    const { background } = show({ ...warm, animationType });
    expect(background().className).toBe(`theme-background theme-background--${animationType}`);
  });

  it('is replaced by the next theme, and removed without a trace on unmount', () => {
    const { page, of, change, leave } = show(warm);
    change({ ...warm, primaryColor: '#7df2ff', glowEffect: false });
    expect(of('--theme-primary')).toBe('#7df2ff');
    expect(page.dataset['theme']).toBe('calm');
    leave();
    expect(page.getAttribute('style')).toBe('color: inherit;');
    expect(page.dataset['theme']).toBeUndefined();
  });
});
