import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useRemoteControl } from './use-remote-control.ts';

function Page({ hasControls = true }: { hasControls?: boolean }) {
  const remote = useRemoteControl();
  return (
    <div {...remote}>
      <header>
        <a href="#inicio">Inicio</a>
      </header>
      <main id="contenido" tabIndex={-1}>
        {hasControls ? (
          <>
            <button type="button" disabled>
              Cerrado
            </button>
            <button type="button">Primero</button>
            <a href="#x">Segundo</a>
          </>
        ) : (
          <p>Nada</p>
        )}
      </main>
    </div>
  );
}
const focused = () => document.activeElement?.textContent;

describe('the first arrow key of a remote control', () => {
  it.each(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'])(
    'gives the focus to the first control of the content with %s',
    async (key) => {
      render(<Page />);
      await userEvent.keyboard(`{${key}}`);
      expect(focused()).toBe('Primero');
    },
  );

  it('gives the focus to the first control when the content itself has it', async () => {
    render(<Page />);
    screen.getByRole('main').focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('Primero');
  });

  it('does not move the focus when a control has it', async () => {
    render(<Page />);
    screen.getByRole('link', { name: 'Inicio' }).focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('Inicio');
  });

  it('is left to the browser when the content has no control, and so is Enter', () => {
    render(<Page hasControls={false} />);
    expect(fireEvent.keyDown(document.body, { key: 'ArrowDown' })).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'Enter' })).toBe(true);
    expect(document.activeElement).toBe(document.body);
  });

  it('does nothing after the page is unmounted', () => {
    const { unmount } = render(<Page />);
    unmount();
    render(<main tabIndex={-1}>{<button type="button">Otro</button>}</main>);
    expect(fireEvent.keyDown(document.body, { key: 'ArrowDown' })).toBe(true);
  });
});
