import { act, render, screen } from '@testing-library/react';
import { use } from 'react';
import {
  createPath,
  NavigationType,
  UNSAFE_createHashHistory as createHashHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  useLocation,
} from 'react-router';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPageRouter, type NavigationGuard } from './page-router.ts';
import { PageRouterProvider } from './page-router-provider.tsx';
import { useNavigate, useNavigationGuard, useSearchParams } from './use-navigation.ts';

let scrolledPx = 0;
const { scrollY } = Object.getOwnPropertyDescriptors(window);

beforeEach(() => {
  scrolledPx = 0;
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => scrolledPx });
  vi.spyOn(window, 'scrollTo').mockImplementation((_left: unknown, top = 0) => {
    scrolledPx = top;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  if (scrollY !== undefined) Object.defineProperty(window, 'scrollY', scrollY);
});

/** Opens a page that shows its own path, at `/inicio` of the browser's history. */
function open(guard: NavigationGuard = () => false) {
  history.pushState({ key: crypto.randomUUID() }, '', '#/inicio');
  const router = createPageRouter(createHashHistory());
  const Page = () => {
    useNavigationGuard(guard);
    return <p>{createPath(useLocation())}</p>;
  };
  const page = (
    <PageRouterProvider router={router}>
      <Page />
    </PageRouterProvider>
  );
  const { unmount } = render(page);
  onTestFinished(() => router.dispose());
  return {
    router,
    unmount,
    go: (to: string, options?: { replace?: boolean; preventScrollReset?: boolean }) =>
      act(async () => router.navigate(to, options)),
    /** Goes back or forward in the browser's history, and waits until the browser has done so. */
    travel: (by: number) =>
      act(async () => {
        const arrival = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
        history.go(by);
        await arrival;
      }),
    shown: () => screen.getByText(/^\//).textContent,
  };
}

describe('the address of a link', () => {
  it.each([
    ['a tab', createHashHistory()],
    ['memory', createMemoryHistory()],
  ])('is the one that the history of %s writes', (_name, history) => {
    const { createHref } = createPageRouter(history).navigator;
    for (const to of ['/series?orden=nuevo#fin', { pathname: '/series', search: '?orden=nuevo' }])
      expect(createHref(to)).toBe(history.createHref(to));
  });
});

describe('the line on top of the page', () => {
  it('is shown while the chosen screen is being rendered, and the screen before stays', async () => {
    let show = (): void => undefined;
    const rendered = new Promise<void>((resolve) => {
      show = resolve;
    });
    const Page = () => {
      const { pathname } = useLocation();
      if (pathname !== '/') use(rendered);
      return <p>{pathname}</p>;
    };
    const router = createPageRouter(createMemoryHistory());
    onTestFinished(() => router.dispose());
    const { container } = render(
      <PageRouterProvider router={router}>
        <Page />
      </PageRouterProvider>,
    );
    const hasLine = () => container.querySelector('.navline') !== null;
    expect(hasLine()).toBe(false);
    await act(async () => router.navigate('/series'));
    expect([hasLine(), screen.getByText(/^\//).textContent]).toEqual([true, '/']);
    await act(async () => show());
    expect([hasLine(), screen.getByText(/^\//).textContent]).toEqual([false, '/series']);
  });
});

describe('a navigation', () => {
  it('shows the new address, and knows how the person got there', async () => {
    const { router, go, travel, shown } = open();
    await go('/series?genero=Drama');
    expect(shown()).toBe('/series?genero=Drama');
    expect(location.hash).toBe('#/series?genero=Drama');
    expect(router.place().type).toBe(NavigationType.Push);
    await go('?genero=Terror', { replace: true });
    expect(shown()).toBe('/series?genero=Terror');
    expect(router.place().type).toBe(NavigationType.Replace);
    await travel(-1);
    expect(shown()).toBe('/inicio');
    expect(router.place().type).toBe(NavigationType.Pop);
  });

  it('scrolls to the top, or to where the person left the entry', async () => {
    const { go, travel } = open();
    scrolledPx = 700;
    await go('/series');
    expect(scrolledPx).toBe(0);
    scrolledPx = 300;
    await travel(-1);
    expect(scrolledPx).toBe(700);
    await travel(1);
    expect(scrolledPx).toBe(300);
  });

  it('leaves the scroll offset as it is on request', async () => {
    const { go } = open();
    scrolledPx = 700;
    await go('/otro', { replace: true, preventScrollReset: true });
    expect(scrolledPx).toBe(700);
  });

  it('leaves scrolling to the page until the page is left', () => {
    open();
    expect(history.scrollRestoration).toBe('manual');
    scrolledPx = 450;
    dispatchEvent(new Event('pagehide'));
    expect(history.scrollRestoration).toBe('auto');
    const stored = JSON.parse(sessionStorage.getItem('scroll-offsets') ?? '[]') as [string, number][];
    expect(stored.at(-1)).toEqual([(history.state as { key: string }).key, 450]);
  });
});

it('a screen that was left changes the query of the screen shown now', async () => {
  const { router, unmount } = open();
  unmount();
  const Left = () => {
    const [, setQuery] = useSearchParams();
    const navigate = useNavigate();
    const leave = (): void => {
      navigate('/kids');
      setQuery({ id: '1' }, { replace: true });
    };
    return (
      <button type="button" onClick={leave}>
        Salir
      </button>
    );
  };
  render(
    <PageRouterProvider router={router}>
      <Left />
    </PageRouterProvider>,
  );
  await act(async () => screen.getByRole('button').click());
  expect(createPath(router.place().location)).toBe('/kids?id=1');
});

describe('a held navigation', () => {
  it('leaves the page and its address as they are until it is confirmed', async () => {
    let confirm = (): void => undefined;
    const { go, shown } = open(({ pathname }, proceed) => {
      confirm = proceed;
      return pathname === '/series';
    });
    await go('/kids');
    await go('/series');
    expect(shown()).toBe('/kids');
    expect(location.hash).toBe('#/kids');
    await act(async () => confirm());
    expect(shown()).toBe('/series');
  });

  it('may be «back» of the browser, which is undone and done again', async () => {
    let confirm = (): void => undefined;
    const { go, travel, shown } = open(({ pathname }, proceed) => {
      confirm = proceed;
      return pathname === '/inicio';
    });
    await go('/kids');
    await travel(-1);
    await vi.waitFor(() => expect(location.hash).toBe('#/kids'));
    expect(shown()).toBe('/kids');
    act(() => confirm());
    await vi.waitFor(() => expect(shown()).toBe('/inicio'));
    expect(location.hash).toBe('#/inicio');
  });

  it('is asked for no longer than the component that holds it is shown', async () => {
    const { router, unmount } = open(() => true);
    unmount();
    router.navigate('/series');
    expect(router.place().location.pathname).toBe('/series');
  });
});
