import { classes } from '@butaca/ui';
import { useLayoutEffect, useMemo, useRef, type CSSProperties } from 'react';
import { readTheme, type GivenTheme } from './readable-theme.ts';
import './page-theme.css';

/**
 * Applies the colours of a title's theme to the surrounding `.watch` page while it is mounted. The background gradient
 * is a separate layer over the page's own background, so that the browser repaints only that layer.
 */
export function PageTheme({ theme }: { theme: GivenTheme }) {
  const background = useRef<HTMLDivElement>(null);
  const read = useMemo(() => readTheme(theme), [theme]);
  useLayoutEffect(() => {
    const page = background.current?.closest<HTMLElement>('.watch');
    if (!page) return undefined;
    const properties = {
      '--theme-primary': read.primary,
      '--theme-secondary': read.secondary,
      '--theme-accent': read.accent,
      '--theme-ink': read.ink,
      '--theme-overlay': String(read.overlay),
    };
    for (const [name, value] of Object.entries(properties)) page.style.setProperty(name, value);
    page.dataset['theme'] = read.hasGlow ? 'glow' : 'calm';
    return () => {
      for (const name of Object.keys(properties)) page.style.removeProperty(name);
      delete page.dataset['theme'];
    };
  }, [read]);
  return (
    <div
      className={classes('theme-background', `theme-background--${read.animation}`)}
      ref={background}
      style={{ '--theme-from': read.from, '--theme-to': read.to } as CSSProperties}
      aria-hidden
    />
  );
}
