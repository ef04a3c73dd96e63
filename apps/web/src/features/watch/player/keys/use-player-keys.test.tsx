import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement, useEffect, useRef } from 'react';
import 'media-chrome';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeFakeVideo, type FakeVideo } from '../../../../../test/fake-video.ts';
import type { Feedback } from '../feedback/player-feedback.tsx';
import { KeysHelp } from './keys-help.tsx';
import { usePlayerKeys } from './use-player-keys.ts';

interface Needs {
  video?: FakeVideo | undefined;
  onNext?: () => void;
  onPrevious?: () => void;
  onUp?: () => void;
  isHelpOpen?: boolean;
}

/**
 * A stand-in for the player with only the elements that its keyboard handler needs: the video, its controls and the
 * page around them.
 */
function Player({ video, heard, isHelpOpen = false, ...skips }: Needs & { heard: unknown[] }) {
  const stage = useRef<HTMLElement>(null);
  const { onKeyDown } = usePlayerKeys({
    stage,
    video,
    onHelp: () => heard.push('help'),
    onClose: () => {
      if (isHelpOpen) heard.push('close');
      return isHelpOpen;
    },
    onFeedback: (feedback: Feedback) => heard.push(feedback),
    ...skips,
  });
  const controller = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const request of ['enterfullscreen', 'togglesubtitles', 'enterpip'])
      controller.current?.addEventListener(`media${request}request`, () => heard.push(request));
  }, [heard]);
  return (
    <main>
      <input aria-label="Buscar" />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the player handles keys */}
      <section ref={stage} onKeyDown={onKeyDown} aria-label="Reproductor">
        {createElement(
          'media-controller',
          { ref: controller, tabIndex: 0, nohotkeys: '', 'data-testid': 'video' },
          createElement(
            'media-control-bar',
            null,
            createElement('media-play-button', { tabIndex: 0, 'data-testid': 'play' }),
          ),
        )}
        <button type="button">Ajustes</button>
      </section>
    </main>
  );
}

function open(needs: Needs = { video: makeFakeVideo() }) {
  const heard: unknown[] = [];
  render(<Player {...needs} heard={heard} />);
  return { heard, calls: needs.video?.calls ?? [], user: userEvent.setup(), media: needs.video?.media };
}
const focusVideo = () => screen.getByTestId('video').focus();
const focusedId = () => (document.activeElement as HTMLElement | null)?.dataset['testid'];

/** Makes the page believe that the player is in full screen, which jsdom does not have. */
function enterFullscreen(): { exit: ReturnType<typeof vi.fn> } {
  const exit = vi.fn<() => void>();
  const element = screen.getByRole('region', { name: 'Reproductor' });
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => element });
  Object.defineProperty(document, 'exitFullscreen', { configurable: true, value: exit });
  return { exit };
}
afterEach(() => {
  Reflect.deleteProperty(document, 'fullscreenElement');
  Reflect.deleteProperty(document, 'exitFullscreen');
  vi.restoreAllMocks();
});

describe('the player’s keys, with the focus anywhere on the page:', () => {
  it.each([
    ['k', 'pause'],
    ['{MediaPlayPause}', 'pause'],
    ['{MediaPlay}', 'play'],
    ['{MediaPause}', 'pause'],
    ['{MediaStop}', 'pause'],
  ])('%s calls %s of the video', async (key, expected) => {
    const { user, calls } = open();
    await user.keyboard(key);
    expect(calls).toEqual([expected]);
  });

  it.each([
    ['f', 'enterfullscreen'],
    ['c', 'togglesubtitles'],
    ['p', 'enterpip'],
    ['?', 'help'],
  ])('%s requests %s', async (key, expected) => {
    const { user, heard } = open();
    await user.keyboard(key);
    expect(heard).toEqual([expected]);
  });

  it('l and j seek by ten seconds, and show feedback', async () => {
    const { user, heard, media } = open();
    await user.keyboard('lllj');
    expect(media?.currentTime).toBe(20);
    expect(heard).toEqual([1, 1, 1, -1].map((direction) => ({ kind: 'seek', direction })));
  });

  it('l does not seek in a live stream', async () => {
    const { user, heard, media } = open({ video: makeFakeVideo({ isLive: true }) });
    await user.keyboard('l');
    expect([media?.currentTime, heard]).toEqual([0, []]);
  });

  it('m turns the sound off and on, and shows the resulting volume', async () => {
    const { user, heard, media } = open();
    Object.assign(media ?? {}, { volume: 0.6 });
    await user.keyboard('mm');
    expect(heard).toEqual([
      { kind: 'volume', volume: 0 },
      { kind: 'volume', volume: 0.6 },
    ]);
  });

  it('n and the track keys call onNext and onPrevious', async () => {
    const [onNext, onPrevious] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const { user } = open({ video: makeFakeVideo(), onNext, onPrevious });
    await user.keyboard('n{MediaTrackNext}{MediaTrackPrevious}');
    expect([onNext.mock.calls.length, onPrevious.mock.calls.length]).toEqual([2, 1]);
  });

  it('n and the track keys are left to the browser when there is no next or previous title', () => {
    open();
    expect(fireEvent.keyDown(document.body, { key: 'n' })).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'MediaTrackPrevious' })).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'k' })).toBe(false);
  });

  it('no key does anything before there is a video', async () => {
    const { user, heard } = open({ video: undefined });
    focusVideo();
    await user.keyboard('kflm{ArrowRight}{Enter}');
    expect(heard).toEqual([]);
  });

  it('letters in a text field are only typed', async () => {
    const { user, calls } = open();
    await user.type(screen.getByRole('textbox'), 'kkk');
    expect(calls).toEqual([]);
  });
});

describe('Escape in the player', () => {
  it('closes the help and stays in full screen when both are open', async () => {
    const { user, heard } = open({ video: makeFakeVideo(), isHelpOpen: true });
    const { exit } = enterFullscreen();
    await user.keyboard('{Escape}');
    expect([heard, exit.mock.calls.length]).toEqual([['close'], 0]);
  });

  it('leaves full screen', async () => {
    const { user } = open();
    const { exit } = enterFullscreen();
    await user.keyboard('{Escape}');
    expect(exit).toHaveBeenCalledOnce();
  });

  it('is left to the page when there is nothing to close', () => {
    open();
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true);
  });
});

describe('a key with the focus on the video', () => {
  it('plays or pauses with Enter, and seeks with ← and →', async () => {
    const { user, calls, media } = open();
    focusVideo();
    await user.keyboard('{Enter}{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect([calls, media?.currentTime]).toEqual([['pause'], 10]);
  });

  it('moves the focus to the controls with ↓ when no mouse was used', async () => {
    const { user, heard } = open();
    focusVideo();
    await user.keyboard('{ArrowDown}');
    expect([focusedId(), heard]).toEqual(['play', []]);
  });

  it('changes the volume with ↑ and ↓ after the mouse was used, until Tab is pressed', async () => {
    const { user, heard } = open();
    await user.pointer({ target: screen.getByTestId('video'), keys: '[MouseLeft]' });
    focusVideo();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(heard).toEqual([0.95, 0.9, 0.95].map((volume) => ({ kind: 'volume', volume })));
    await user.tab();
    focusVideo();
    await user.keyboard('{ArrowDown}');
    expect(focusedId()).toBe('play');
  });

  it('does not change the volume with ↓ on a television, even after a click', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Web0S; Linux/SmartTV)');
    const { user, heard } = open();
    await user.pointer({ target: screen.getByTestId('video'), keys: '[MouseLeft]' });
    focusVideo();
    await user.keyboard('{ArrowDown}');
    expect([focusedId(), heard]).toEqual(['play', []]);
  });

  it('opens the channel list with ↑ only in full screen', async () => {
    const onUp = vi.fn<() => void>();
    const { user } = open({ video: makeFakeVideo(), onUp });
    focusVideo();
    await user.keyboard('{ArrowUp}');
    expect(onUp).not.toHaveBeenCalled();
    enterFullscreen();
    focusVideo();
    await user.keyboard('{ArrowUp}');
    expect(onUp).toHaveBeenCalledOnce();
  });

  it('leaves the focus on the video with ↑ in full screen when there is no channel list', async () => {
    const { user } = open();
    enterFullscreen();
    focusVideo();
    await user.keyboard('{ArrowUp}');
    expect(focusedId()).toBe('video');
  });
});

it('↑ on a control in full screen moves the focus to the video, and does not reach the page', async () => {
  const { user } = open();
  enterFullscreen();
  const onPage = vi.fn<() => void>();
  document.body.addEventListener('keydown', onPage);
  screen.getByRole('button', { name: 'Ajustes' }).focus();
  await user.keyboard('{ArrowUp}');
  document.body.removeEventListener('keydown', onPage);
  expect(focusedId()).toBe('video');
});

describe('the help table of the keys', () => {
  it.each([
    [true, 'Volver al último canal', 'Siguiente capítulo'],
    [false, 'Siguiente capítulo', 'Volver al último canal'],
  ])('for a channel (%s) has «%s» and not «%s»', (isChannel, has, hasNot) => {
    render(<KeysHelp isChannel={isChannel} onClose={() => undefined} />);
    const rows = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(rows).toContain(has);
    expect(rows).not.toContain(hasNot);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('takes the focus, keeps arrow keys from the player around it, and closes with Enter', async () => {
    const [onClose, onKey] = [vi.fn<() => void>(), vi.fn<() => void>()];
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a stand-in for the player around the table
      <div onKeyDown={onKey}>
        <KeysHelp isChannel={false} onClose={onClose} />
      </div>,
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cerrar' }));
    const user = userEvent.setup();
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    expect(onKey).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
