import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps, MouseEvent } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CardAction } from './card-actions.tsx';
import { PosterCard, type CardActionsProps, type PosterCardProps } from './poster-card.tsx';

/** A plain link, with which these tests replace the link component of the application's router. */
function Link({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>;
}

function show(props: Partial<PosterCardProps> = {}) {
  return render(
    <PosterCard text={{ title: 'La hora azul' }} render={<Link href="#/watch/movie/1" />} {...props} />,
  );
}

const imageOf = (container: HTMLElement) => container.querySelector('img');

/** A stand-in for the web client's component that provides the actions of a film's card. */
function Actions({ of, children }: { of: readonly CardAction[] } & CardActionsProps) {
  return children?.(of);
}

/**
 * Makes the browser of the test a touch screen; with `false`, one with a mouse that can become a touch screen later.
 */
function forbidHover(matches = true) {
  const media = Object.assign(new EventTarget(), { media: '(hover: none)', matches });
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) => (query === media.media ? media : new EventTarget()) as MediaQueryList,
  );
  return media;
}

const action = (key: string, label: string) =>
  ({ key, label, icon: null, onSelect: vi.fn<() => void>() }) satisfies CardAction;

/** Fires a keydown event of the Enter key with the given timestamp in milliseconds, to simulate a long press. */
function press(target: HTMLElement, timeStamp: number, repeat: boolean): void {
  const event = createEvent.keyDown(target, { key: 'Enter', repeat });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  fireEvent(target, event);
}

afterEach(() => vi.restoreAllMocks());

describe('a poster card', () => {
  it('shows a cached image at once, without fading it in', () => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(400);
    const { container, unmount } = show({ poster: { url: '/poster.webp' } });
    expect(imageOf(container)?.className).toBe('is-there');
    unmount();
    forbidHover();
    const { container: touched } = show({ poster: { url: '/poster.webp' } });
    expect(imageOf(touched)?.getAttribute('src')).toBe('/poster.webp');
    expect(imageOf(touched)?.className).toBe('');
  });

  it('names its link by title, kind, year and the reason for its lock', () => {
    show({
      text: { title: 'La hora azul', caption: '2025' },
      labels: { type: 'Película', lock: 'Requiere otro plan', rating: '7.8' },
    });
    const link = screen.getByRole('link', { name: 'La hora azul, Película, 2025, Requiere otro plan' });
    expect(link.getAttribute('href')).toBe('#/watch/movie/1');
  });

  it('has its link before its actions, so that a grid finds the link first', () => {
    const { container } = show({ actions: <Actions of={[action('play', 'Reproducir')]} /> });
    expect(container.querySelector('a[href], button')?.tagName).toBe('A');
  });

  it('draws the title when the image is broken, and tries again with another one', () => {
    const { container, rerender } = show({ poster: { url: '/rota.webp' } });
    expect(imageOf(container)?.getAttribute('src')).toBe('/rota.webp');
    fireEvent.error(imageOf(container)!);
    expect(imageOf(container)).toBeNull();
    expect(container.querySelector('.drawn')?.textContent).toBe('La hora azul');
    rerender(
      <PosterCard
        text={{ title: 'La hora azul' }}
        poster={{ url: '/buena.webp' }}
        render={<Link href="#/" />}
      />,
    );
    expect(imageOf(container)?.getAttribute('src')).toBe('/buena.webp');
    expect(container.querySelector('.drawn')).toBeNull();
  });

  it.each([
    [400, 600, false],
    [400, 560, false],
    [1280, 720, true],
    [600, 600, true],
    [300, 900, true],
  ])('shows a picture of %d × %d whole, before a blurred copy: %s', (width, height, isOdd) => {
    const { container } = show({ poster: { url: '/luna.webp' } });
    const image = imageOf(container)!;
    Object.defineProperties(image, { naturalWidth: { value: width }, naturalHeight: { value: height } });
    fireEvent.load(image);
    const frame = container.querySelector<HTMLElement>('.card__art')!;
    expect(frame.classList.contains('is-odd')).toBe(isOdd);
    expect(frame.style.getPropertyValue('--art')).toBe(isOdd ? `url("${image.src}")` : '');
  });

  it('draws the title when there is no image', () => {
    const { container } = show({ poster: { url: null } });
    expect(imageOf(container)).toBeNull();
    expect(container.querySelector('.drawn')?.textContent).toBe('La hora azul');
  });

  it('reserves the space of its image and shows it when it has loaded', () => {
    const { container } = show({ poster: { url: '/cartel.webp', eager: true } });
    const image = imageOf(container)!;
    expect([image.width, image.height, image.getAttribute('loading')]).toEqual([400, 600, 'eager']);
    expect(image.className).toBe('');
    fireEvent.load(image);
    expect(image.className).toBe('is-loaded');
  });

  it('keeps an empty line under the title when there is no caption', () => {
    const { container } = show();
    expect(container.querySelector('.card__cap > span')?.textContent).toBe('\u00a0');
  });

  it.each([
    [0, 0],
    [0.4, 1],
    [99.6, 1],
    [100, 0],
  ])('with %d %% progress has %d progress bars', (progressPercent, bars) => {
    show({ progressPercent });
    expect(screen.queryAllByRole('progressbar', { name: 'Progreso de La hora azul' })).toHaveLength(bars);
  });

  it('shows only the corner labels that are given', () => {
    const { container, rerender } = show();
    expect(container.querySelectorAll('.tab')).toHaveLength(0);
    rerender(
      <PosterCard
        text={{ title: 'x' }}
        labels={{ rating: '8.7', isUltraHd: true, type: 'Serie', lock: 'No' }}
        render={<Link href="#/" />}
      />,
    );
    const corners = [...container.querySelectorAll('.tab')].map(({ textContent }) => textContent);
    expect(screen.getAllByRole('img', { name: 'Valoración 8.7' })).toHaveLength(2);
    expect(corners).toEqual(['Serie', '4K ULTRAHD', '8.7', '']);
  });
});

it('a poster card among cards of one kind has its kind in its name, without a corner label', () => {
  const { container } = show({ labels: { type: 'Película', isUltraHd: true, isTypeHidden: true } });
  expect(screen.getByRole('link', { name: 'La hora azul, Película, 4K ULTRAHD' })).toBeTruthy();
  expect([...container.querySelectorAll('.tab')].map(({ textContent }) => textContent)).toEqual([
    '4K ULTRAHD',
  ]);
});

it('a poster card has its rating in its text too, for small cards', () => {
  const { container } = show({ text: { title: 'La hora azul', caption: '2025' }, labels: { rating: '7.8' } });
  expect(container.querySelector('.card__cap > span')?.textContent).toBe('20257.8');
});

describe('the actions of a poster card', () => {
  it('leave the focus on the card’s link, so that a dialog can restore it there', async () => {
    const user = userEvent.setup();
    const trailer = action('trailer', 'Ver tráiler');
    show({ actions: <Actions of={[action('play', 'Reproducir'), trailer]} /> });
    await user.click(screen.getByRole('button', { name: 'Ver tráiler' }));
    expect(trailer.onSelect).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('link'));
  });

  it('are reached with Tab and the arrows, and leave arrows beyond the ends unhandled', async () => {
    const user = userEvent.setup();
    const onKeyDown = vi.fn();
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- represents the grid around the card
      <div onKeyDown={(event) => onKeyDown(event.key)}>
        <PosterCard
          text={{ title: 'x' }}
          actions={<Actions of={[action('a', 'Uno'), action('b', 'Dos')]} />}
          render={<Link href="#/" />}
        />
      </div>,
    );
    await user.tab();
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Uno');
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Dos');
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Uno');
    expect(onKeyDown).not.toHaveBeenCalledWith('ArrowRight');
    await user.keyboard('{ArrowLeft}{ArrowDown}');
    expect(onKeyDown.mock.calls.map(([key]) => key as string)).toEqual(
      expect.arrayContaining(['ArrowLeft', 'ArrowDown']),
    );
  });

  it('are in a menu on devices without hover', async () => {
    forbidHover();
    const user = userEvent.setup();
    const add = action('add', 'Agregar a colección');
    show({ actions: <Actions of={[add]} /> });
    await user.click(screen.getByRole('button', { name: 'Opciones de La hora azul' }));
    const menu = within(await screen.findByRole('menu'));
    await user.click(menu.getByRole('menuitem', { name: 'Agregar a colección' }));
    expect(add.onSelect).toHaveBeenCalledOnce();
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('are in a menu that its button opens and closes, also by keyboard', async () => {
    forbidHover();
    const user = userEvent.setup();
    show({ actions: <Actions of={[action('add', 'Agregar a colección')]} /> });
    const button = screen.getByRole('button', { name: 'Opciones de La hora azul' });
    expect(button.ariaExpanded).toBe('false');
    await user.click(button);
    await screen.findByRole('menu');
    expect(button.ariaExpanded).toBe('true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(button.ariaExpanded).toBe('false');
    await waitFor(() => expect(document.activeElement).toBe(button));
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('menu');
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('move into a menu on every card when the hovering pointer is removed', () => {
    const media = forbidHover(false);
    const actions = <Actions of={[action('add', 'Agregar a colección')]} />;
    const { unmount } = render(
      <>
        <PosterCard text={{ title: 'Uno' }} actions={actions} render={<Link href="#/1" />} />
        <PosterCard text={{ title: 'Dos' }} actions={actions} render={<Link href="#/2" />} />
      </>,
    );
    expect(screen.getAllByRole('toolbar')).toHaveLength(2);
    media.matches = true;
    act(() => void media.dispatchEvent(new Event('change')));
    expect(screen.queryAllByRole('toolbar')).toHaveLength(0);
    expect(screen.getAllByRole('button', { name: /^Opciones de / })).toHaveLength(2);
    const forget = vi.spyOn(media, 'removeEventListener');
    unmount();
    expect(forget).toHaveBeenCalledOnce();
  });

  it.each(['{ContextMenu}', '{Shift>}{F10}{/Shift}'])('are in a menu that %s opens', async (key) => {
    const user = userEvent.setup();
    const add = action('add', 'Agregar a colección');
    show({ actions: <Actions of={[action('play', 'Reproducir'), add]} /> });
    await user.tab();
    await user.keyboard(key);
    const menu = within(await screen.findByRole('menu', { name: 'Opciones de La hora azul' }));
    await user.click(menu.getByRole('menuitem', { name: 'Agregar a colección' }));
    expect(add.onSelect).toHaveBeenCalledOnce();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link')));
  });

  it('are in a menu that a long Enter opens, without opening the card or choosing an action', async () => {
    const onClick = vi.fn((event: MouseEvent) => event.preventDefault());
    const play = action('play', 'Reproducir');
    show({ actions: <Actions of={[play]} />, render: <Link href="#/" onClick={onClick} /> });
    const link = screen.getByRole('link');
    link.focus();
    press(link, 1_000, false);
    press(link, 1_500, true);
    expect(screen.queryByRole('menu')).toBeNull();
    press(link, 1_600, true);
    const item = within(await screen.findByRole('menu')).getByRole('menuitem');
    press(item, 1_700, true);
    fireEvent.keyUp(item, { key: 'Enter' });
    expect(play.onSelect).not.toHaveBeenCalled();
    expect(onClick).not.toHaveBeenCalled();
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  it('leave a short Enter to open the card', async () => {
    const user = userEvent.setup();
    const onClick = vi.fn((event: MouseEvent) => event.preventDefault());
    show({
      actions: <Actions of={[action('play', 'Reproducir')]} />,
      render: <Link href="#/" onClick={onClick} />,
    });
    await user.tab();
    await user.keyboard('{Enter}');
    expect(onClick).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('are absent when none are given', () => {
    show();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
