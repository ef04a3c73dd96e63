import { useLayoutEffect, useState, useTransition, type ReactNode } from 'react';
import { Router } from 'react-router';
import { PageRouterContext } from './page-router-context.ts';
import './page-router-provider.css';
import type { PageRouter } from './page-router.ts';
import { useScrollOffsets } from './scroll-offsets.ts';

/** Gives the components inside it the page's location and navigation, and shows a line while a screen is being rendered. */
export function PageRouterProvider({ router, children }: { router: PageRouter; children: ReactNode }) {
  const [place, setPlace] = useState(router.place);
  const [isRendering, startTransition] = useTransition();
  // A new screen is rendered in a transition, so that a large screen does not block input.
  useLayoutEffect(
    () => router.subscribe((next) => startTransition(() => setPlace(next))),
    [router, startTransition],
  );
  useScrollOffsets(place.location, place.isScrollKept);
  return (
    <PageRouterContext value={router}>
      <Router location={place.location} navigationType={place.type} navigator={router.navigator}>
        {children}
      </Router>
      {isRendering && <i className="navline" />}
    </PageRouterContext>
  );
}
