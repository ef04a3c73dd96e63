import { errorCatalogue } from '@butaca/contract';
import type { PlaybackFailure } from '@butaca/player';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeFakeVideo } from '../../../../../test/fake-video.ts';
import { onSessionEnd } from '../../../../platform/api/session-end.ts';
import { sessionStore } from '../../../../platform/session/session-store.ts';
import type { Conversion } from './conversion-rules.ts';
import { PlayerOverlay, type PlayerOverlayProps } from './player-overlay.tsx';

const failureOf = (code: string, given: Partial<PlaybackFailure> = {}): PlaybackFailure => ({
  source: 'network',
  code,
  fatal: true,
  ...given,
});
const open: Conversion = { isOpen: true, begin: () => undefined, end: undefined };

function Limit({ onFree }: { onFree: () => void }) {
  return (
    <button type="button" onClick={onFree}>
      Dispositivos
    </button>
  );
}

function show(given: Partial<PlayerOverlayProps> = {}) {
  const video = makeFakeVideo({ status: 'loading' });
  const [onRetry, onBack] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const props = { playback: video.playback, onRetry, onBack, isRetrying: false, streamLimit: Limit };
  const { rerender } = render(<PlayerOverlay {...props} {...given} />);
  return {
    ...video,
    onRetry,
    onBack,
    change: (next: Partial<PlayerOverlayProps>) =>
      rerender(<PlayerOverlay {...props} {...given} {...next} />),
    fail: (code: string, more: Partial<PlaybackFailure> = {}) =>
      video.become({ status: 'error', failure: failureOf(code, more) }),
  };
}

const title = () => screen.getByRole('heading').textContent;
const button = (name: string) => screen.queryByRole('button', { name });
const spinner = () => screen.queryByText('Cargando video...');

afterEach(() => vi.useRealTimers());

describe('the player overlay without a failure', () => {
  it('shows a spinner while the video loads or buffers, and none while it plays', () => {
    const { become } = show();
    expect(spinner()).not.toBeNull();
    become({ status: 'playing' });
    expect(spinner()).toBeNull();
    become({ status: 'buffering' });
    expect(spinner()).not.toBeNull();
  });

  it.each(['playing', 'paused', 'buffering', 'loading'] as const)(
    'says that it reconnects while the video is %s',
    (status) => {
      const { become } = show();
      const sentence = () => screen.queryByText('Se perdió la conexión con el video. Reconectando...');
      become({ status, isReconnecting: true });
      expect(sentence()?.closest('output, [role=status]')).not.toBeNull();
      expect(spinner()).toBeNull();
      become({ status: 'playing', isReconnecting: false });
      expect(sentence()).toBeNull();
    },
  );

  it('says that it waits for the server, and not that the channel takes long', () => {
    vi.useFakeTimers();
    const { become } = show({ isChannel: true });
    become({ status: 'loading', isReconnecting: true, isServerAway: true });
    act(() => void vi.advanceTimersByTime(30_000));
    expect(screen.queryByText('Se perdió la conexión con el servidor. Reconectando...')).not.toBeNull();
    expect(screen.queryByText('Este canal tarda en responder')).toBeNull();
  });

  it('says that nobody can seek in a film that its server sends only from the beginning', () => {
    const { become } = show();
    const sentence = () => screen.queryByText(/no permite adelantar ni retroceder/);
    become({ status: 'playing' });
    expect(sentence()).toBeNull();
    become({ status: 'playing', isSequential: true });
    expect(sentence()?.closest('[role=status]')).not.toBeNull();
  });

  it('offers to turn the sound on when autoplay began muted', async () => {
    const { become, calls } = show();
    become({ status: 'playing', isAutoplayMuted: true });
    await userEvent.click(screen.getByRole('button', { name: 'Activar sonido' }));
    expect(calls).toEqual(['unmute']);
    become({ isAutoplayMuted: false });
    expect(button('Activar sonido')).toBeNull();
  });
});

describe('the player overlay after a failure', () => {
  it('says whether the start, the playback or a retry failed', async () => {
    const { fail, become, onRetry, change } = show();
    fail('upstream.timeout');
    expect(title()).toMatch(/^Error al iniciar el reproductor: /);
    become({ status: 'playing' });
    fail('upstream.timeout');
    expect(title()).toMatch(/^Error del reproductor: /);
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(screen.queryByRole('heading')).toBeNull();
    expect(spinner()).not.toBeNull();
    change({ retryFailure: { code: 'upstream.timeout', sentence: 'Sigue sin responder.' } });
    expect(title()).toBe('Error al reintentar: Sigue sin responder.');
    expect(button('Reintentar')).not.toBeNull();
    change({ retryFailure: { code: 'channel.not_found', sentence: 'El canal no existe.' } });
    expect(title()).toBe('Error al reintentar: El canal no existe.');
    expect(button('Reintentar')).toBeNull();
  });

  it('shows a spinner while a retry or a new source is pending, then the failure', () => {
    const { fail, change } = show({ isRetrying: true });
    fail('upstream.timeout');
    expect(spinner()).not.toBeNull();
    change({ isRetrying: false, isLoading: true });
    expect(spinner()).not.toBeNull();
    change({ isRetrying: false, isLoading: false });
    expect(title()).toMatch(/^Error al iniciar/);
  });

  it.each(['plan.required', 'trial.spent'])('offers no retry after %s, only the way back', async (code) => {
    const { fail, onBack } = show();
    fail(code);
    expect(button('Reintentar')).toBeNull();
    const back = screen.getByRole('button', { name: 'Volver' });
    expect(document.activeElement).toBe(back);
    await userEvent.click(back);
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('has no «Error» prefix when another device has stopped playback, and offers «Ver aquí»', async () => {
    const { fail, onRetry } = show();
    fail('stream.stopped');
    expect(title()).not.toMatch(/^Error/);
    await userEvent.click(screen.getByRole('button', { name: 'Ver aquí' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('shows the playing devices when they are too many, and retries once one is free', async () => {
    const { fail, onRetry } = show();
    fail('stream.limit');
    await userEvent.click(screen.getByRole('button', { name: 'Dispositivos' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('calls onTrialSpent once when the trial is over', () => {
    const onTrialSpent = vi.fn<() => void>();
    const { fail, become } = show({ onTrialSpent });
    fail('trial.spent');
    become({ currentTimeSeconds: 3 });
    expect(onTrialSpent).toHaveBeenCalledOnce();
  });

  it('ends the session after the failure session.invalid only', () => {
    const onEnd = vi.fn<() => void>();
    const stop = onSessionEnd(onEnd);
    const { fail } = show();
    fail('upstream.timeout');
    expect(onEnd).not.toHaveBeenCalled();
    fail('session.invalid');
    expect(onEnd).toHaveBeenCalledOnce();
    stop();
  });
});

describe('the player overlay of a channel', () => {
  it('says that the channel does not respond, why, and offers the next one', async () => {
    const onNextChannel = vi.fn<() => void>();
    const { fail } = show({ isChannel: true, onNextChannel });
    fail('upstream.unreachable');
    expect(title()).toBe('Este canal no responde');
    screen.getByText(/^Error al iniciar el reproductor: El video no responde/);
    const next = screen.getByRole('button', { name: 'Ver el siguiente' });
    expect(document.activeElement).toBe(next);
    await userEvent.click(next);
    expect(onNextChannel).toHaveBeenCalledOnce();
  });

  it('says one thing of a channel that its provider no longer has', () => {
    const { fail } = show({ isChannel: true, onNextChannel: () => undefined });
    fail('upstream.gone');
    expect(title()).toBe(
      'Error al iniciar el reproductor: El video ya no existe en el proveedor. Elige otro o avisa al administrador.',
    );
    expect(screen.queryByText(/no responde/)).toBeNull();
    expect(button('Ver el siguiente')).not.toBeNull();
  });

  it('offers no retry of an address that is not of the web', () => {
    const { fail } = show({ isChannel: true, onNextChannel: () => undefined });
    const { sentence } = errorCatalogue['upstream.protocol'];
    fail('upstream.protocol', { sentence });
    expect(title()).toBe(`Error al iniciar el reproductor: ${sentence}`);
    expect(button('Reintentar')).toBeNull();
    expect(button('Ver el siguiente')).not.toBeNull();
  });

  it('keeps the heading of a failure that is not the provider’s silence, and offers the next channel', () => {
    const { fail } = show({ isChannel: true, onNextChannel: () => undefined });
    fail('media.codec');
    expect(title()).toMatch(/^Error al iniciar el reproductor: /);
    expect(button('Ver el siguiente')).not.toBeNull();
  });

  it('says within fifteen seconds that it takes long, and takes it back when the channel plays, also muted', async () => {
    vi.useFakeTimers();
    const { become } = show({ isChannel: true });
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByRole('heading')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(title()).toBe('Este canal tarda en responder');
    screen.getByText('Seguimos intentándolo.');
    expect(button('Volver')).not.toBeNull();
    become({ status: 'playing', isAutoplayMuted: true });
    expect(screen.queryByRole('heading')).toBeNull();
    expect(button('Activar sonido')).not.toBeNull();
  });

  it('says nothing of the kind for a film that takes long to begin', async () => {
    vi.useFakeTimers();
    show();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('the player overlay of a film that may play in another form', () => {
  it('shows a spinner while the other form is requested, and the failure when there is none', () => {
    const { fail, change } = show({ conversion: open });
    fail('media.codec');
    expect(spinner()).not.toBeNull();
    change({ conversion: { ...open, isOpen: false, end: {} } });
    expect(title()).toMatch(/^Error al iniciar/);
  });

  it('shows at once a failure that another form does not remedy', () => {
    const { fail } = show({ conversion: open });
    fail('upstream.timeout');
    expect(title()).toMatch(/^Error al iniciar/);
  });

  it('counts down to a retry although the clock of the device is set back meanwhile', () => {
    vi.useFakeTimers();
    const { fail, onRetry } = show();
    fail('conversion.busy', { retryAfterMs: 2_000 });
    act(() => void vi.advanceTimersByTime(1_000));
    vi.setSystemTime(Date.now() - 3_600_000);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('retries automatically twice when the converter is busy, then offers the button', () => {
    vi.useFakeTimers();
    const { fail, become, onRetry } = show();
    for (const times of [1, 2]) {
      fail('conversion.busy', { retryAfterMs: 2_000 });
      expect(screen.getByRole('timer').textContent).toBe('Nuevo intento en 2 s');
      act(() => void vi.advanceTimersByTime(1_000));
      expect(screen.getByRole('timer').textContent).toBe('Nuevo intento en 1 s');
      act(() => void vi.advanceTimersByTime(1_000));
      expect(onRetry).toHaveBeenCalledTimes(times);
      become({ status: 'loading' });
    }
    fail('conversion.busy', { retryAfterMs: 2_000 });
    expect(screen.queryByRole('timer')).toBeNull();
    expect(button('Reintentar')).not.toBeNull();
    // The two automatic retries are used up. Successful playback resets their number, so that a converter that is busy
    // later leads to automatic retries again.
    become({ status: 'playing' });
    fail('conversion.busy', { retryAfterMs: 2_000 });
    expect(screen.queryByRole('timer')).not.toBeNull();
  });

  it('offers no retry when conversion is impossible', () => {
    const { fail } = show();
    fail('conversion.impossible', { retryAfterMs: 2_000 });
    expect([button('Reintentar'), screen.queryByRole('timer')]).toEqual([null, null]);
  });
});

describe('the player overlay after a failure of the provider', () => {
  const advice = /User-Agent y el Referer/;
  const forbidden = { sentence: errorCatalogue['upstream.forbidden'].sentence };

  it('tells an administrator what to change, and a viewer only what to do now', async () => {
    onTestFinished(() => sessionStore.end('absent'));
    const user = { username: 'ana', plan: 'premium' as const };
    sessionStore.start({ token: 'ficha', user: { ...user, role: 'user' } });
    const { fail, become } = show();
    fail('upstream.forbidden', forbidden);
    expect(title()).toMatch(/Elige otro o avisa al administrador\.$/);
    expect(screen.queryByText(advice)).toBeNull();
    become({ status: 'loading' });
    sessionStore.start({ token: 'ficha', user: { ...user, role: 'admin' } });
    fail('upstream.forbidden', forbidden);
    expect(title()).toMatch(/Elige otro o avisa al administrador\.$/);
    await screen.findByText(advice);
  });

  it.each([
    ['media.codec', /H\.264 y AAC/],
    ['media.format', /no se reconoce/],
    ['conversion.impossible', /cámbialo por otro/],
  ])('tells an administrator, and nobody else, what to change after %s', async (code, said) => {
    onTestFinished(() => sessionStore.end('absent'));
    const user = { username: 'ana', plan: 'premium' as const };
    sessionStore.start({ token: 'ficha', user: { ...user, role: 'user' } });
    const { fail, become } = show();
    fail(code);
    expect(screen.getByRole('alert').querySelector('p')).toBeNull();
    become({ status: 'loading' });
    sessionStore.start({ token: 'ficha', user: { ...user, role: 'admin' } });
    fail(code);
    await screen.findByText(said);
  });

  it('says when to try again if a busy provider asks for a long wait', async () => {
    const { fail } = show();
    fail('upstream.busy', { retryAfterMs: 120_000 });
    await screen.findByText('Vuelve a intentarlo dentro de 2 minutos.');
    expect(screen.queryByRole('timer')).toBeNull();
    expect(button('Reintentar')).not.toBeNull();
  });
});

describe('a warning over the video', () => {
  const warning = failureOf('media.no_audio', { fatal: false });
  const shown = () => document.querySelector('.player__warning p')?.textContent ?? undefined;

  it('disappears after fifteen seconds', () => {
    vi.useFakeTimers();
    const { become } = show();
    become({ status: 'playing', failure: warning });
    act(() => void vi.advanceTimersByTime(14_999));
    expect(shown()).toBeDefined();
    act(() => void vi.advanceTimersByTime(1));
    expect(shown()).toBeUndefined();
  });

  it('disappears when it is closed, and does not suppress the next warning', async () => {
    const { become } = show();
    become({ status: 'playing', failure: warning });
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
    expect(shown()).toBeUndefined();
    become({ failure: failureOf('media.no_video', { fatal: false }) });
    expect(shown()).toBeDefined();
  });

  it('says why the other form is refused, and is not shown when the other form is a file too', () => {
    const { become, change } = show({ conversion: open });
    become({ status: 'playing', failure: warning });
    expect(shown()).toBeUndefined();
    change({ conversion: { ...open, isOpen: false, end: { refusal: 'El conversor está ocupado.' } } });
    expect(shown()).toMatch(/ El conversor está ocupado\.$/);
    change({ conversion: { ...open, isOpen: false, end: { isNeedless: true } } });
    expect(shown()).toBeUndefined();
  });
});
