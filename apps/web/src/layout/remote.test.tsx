import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useArrowNavigation } from '@butaca/ui';
import { listenToRemote } from './listen-to-remote.ts';
import { followRemote, goBack, isBackKey } from './remote.ts';

// In this environment nothing is laid out, and what has no size counts as hidden.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 40));
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '');
});

function Page({ hasControls = true }: { hasControls?: boolean }) {
  useEffect(listenToRemote, []);
  return (
    <div {...useArrowNavigation()}>
      <header>
        <a href="#inicio">Inicio</a>
      </header>
      <main id="contenido" tabIndex={-1}>
        <input aria-label="Buscar" />
        {hasControls ? (
          <>
            <button type="button" disabled>
              Cerrado
            </button>
            <button type="button" style={{ visibility: 'hidden' }}>
              Oculto
            </button>
            <button type="button">Primero</button>
            <a href="#x">Segundo</a>
          </>
        ) : null}
      </main>
    </div>
  );
}
const focused = () => document.activeElement?.textContent;

describe('the first arrow key of a remote control', () => {
  it.each(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'])(
    'gives the focus to the first visible control of the content with %s, before text fields',
    async (key) => {
      render(<Page />);
      await userEvent.keyboard(`{${key}}`);
      await waitFor(() => expect(focused()).toBe('Primero'));
    },
  );

  it('gives the focus to the first control when the content itself has it', async () => {
    render(<Page />);
    screen.getByRole('main').focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(focused()).toBe('Primero'));
  });

  it('gives the focus to a text field where nothing else is there', async () => {
    render(<Page hasControls={false} />);
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  });

  it('does not move the focus when a control has it', async () => {
    render(<Page />);
    screen.getByRole('link', { name: 'Inicio' }).focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('Inicio');
  });

  it('does nothing after the page is unmounted', async () => {
    const { unmount } = render(<Page />);
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(focused()).toBe('Primero'));
    unmount();
    render(<main tabIndex={-1}>{<button type="button">Otro</button>}</main>);
    expect(fireEvent.keyDown(document.body, { key: 'ArrowDown' })).toBe(true);
    expect(document.activeElement).toBe(document.body);
  });
});

it('the focus is placed again when what had it is gone after a key', async () => {
  const { rerender } = render(<Page />);
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(focused()).toBe('Primero'));
  rerender(<Page hasControls={false} />);
  expect(document.activeElement).toBe(document.body);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
});

it('a grid keeps its place when the middle of the cell with the focus is beyond the window', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const scrolled: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    scrolled.push(this.textContent);
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
    const isWide = this.matches('[role="gridcell"], [href="#ancho"]');
    return isWide ? new DOMRect(-5_000, 0, 5_100, 40) : new DOMRect(0, 0, 100, 40);
  });
  render(
    <main>
      <div role="grid">
        <div role="row">
          <div role="gridcell" tabIndex={0}>
            Película larga
          </div>
        </div>
      </div>
      <a href="#ancho">Enlace ancho</a>
    </main>,
  );
  screen.getByRole('gridcell').focus();
  onTestFinished(followRemote(new KeyboardEvent('keydown', { key: 'ArrowRight' })));
  const focusFor = (element: HTMLElement): void => {
    element.focus();
    fireEvent.keyDown(element, { key: 'ArrowRight' });
    vi.advanceTimersByTime(1_000);
  };
  focusFor(screen.getByRole('gridcell'));
  expect(scrolled).toEqual([]);
  focusFor(screen.getByRole('link'));
  expect(scrolled).toContain('Enlace ancho');
});

describe('the key «back»', () => {
  it.each([
    [{ key: 'GoBack', keyCode: 0 }, true],
    [{ key: 'XF86Back', keyCode: 10_009 }, true],
    [{ key: 'Unidentified', keyCode: 461 }, true],
    [{ key: 'Unidentified', keyCode: 10_009 }, true],
    [{ key: 'Backspace', keyCode: 8 }, false],
    [{ key: 'ArrowLeft', keyCode: 37 }, false],
  ])('is told from others: %o is %s', (event, expected) => {
    expect(isBackKey(event)).toBe(expected);
  });

  it('closes what lies over the page, and stays on the page', () => {
    const back = vi.spyOn(history, 'back').mockReturnValue();
    history.replaceState({ idx: 2 }, '');
    const onKeyDown = vi.fn<(event: { key: string }) => void>();
    render(
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as dialogs do
      <div role="dialog" aria-label="Aviso" onKeyDown={({ key }) => onKeyDown({ key })}>
        <button type="button">Entendido</button>
      </div>,
    );
    screen.getByRole('button').focus();
    expect(goBack()).toBe(true);
    expect(onKeyDown).toHaveBeenCalledExactlyOnceWith({ key: 'Escape' });
    expect(back).not.toHaveBeenCalled();
  });

  it('leads to the entry before in the history, and is left to the television where there is none', () => {
    const back = vi.spyOn(history, 'back').mockReturnValue();
    history.replaceState({ idx: 1 }, '');
    expect(goBack()).toBe(true);
    expect(back).toHaveBeenCalledOnce();
    history.replaceState({ idx: 0 }, '');
    expect(goBack()).toBe(false);
    expect(back).toHaveBeenCalledOnce();
  });
});
