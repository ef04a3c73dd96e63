import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Casting } from './casting.tsx';

let isWireless = false;
const showPicker = vi.fn<(media: HTMLVideoElement) => void>();
/** The elements with which lists of televisions were opened, in their order. */
const listed = () => showPicker.mock.calls.map(([media]) => media);

const change = (media: HTMLVideoElement | undefined, event: string, more: object = {}): void =>
  void media?.dispatchEvent(Object.assign(new Event(event), more));

let watched: HTMLVideoElement | undefined;
beforeEach(() => {
  isWireless = false;
  watched = undefined;
  showPicker.mockClear();
  const create = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name);
    if (element instanceof HTMLVideoElement) watched ??= element;
    return element;
  });
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  Object.defineProperties(HTMLVideoElement.prototype, {
    webkitShowPlaybackTargetPicker: {
      configurable: true,
      value(this: HTMLVideoElement) {
        showPicker(this);
      },
    },
    webkitCurrentPlaybackTargetIsWireless: { configurable: true, get: () => isWireless },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLVideoElement.prototype, 'webkitShowPlaybackTargetPicker');
  Reflect.deleteProperty(HTMLVideoElement.prototype, 'webkitCurrentPlaybackTargetIsWireless');
});

it('AirPlay’s list may be closed and opened again, and the page plays on until a television is chosen', async () => {
  const stage = createRef<HTMLDivElement>();
  const onBegin = vi.fn();
  render(
    <div ref={stage}>
      <Casting
        title="La película"
        fetchStream={async () => ({ src: '/api/stream/b/index.m3u8', kind: 'hls' })}
        readPosition={() => 12}
        stage={stage}
        onBegin={onBegin}
        onEnd={() => undefined}
      />
    </div>,
  );
  change(watched, 'webkitplaybacktargetavailabilitychanged', { availability: 'available' });
  const button = await screen.findByRole('button', { name: 'Ver en el televisor' });
  // Safari does not tell when somebody closes the list.
  for (const opened of [1, 2]) {
    fireEvent.click(button);
    await waitFor(() => expect(listed()).toHaveLength(opened));
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  }
  expect([onBegin.mock.calls.length, screen.queryByText('Ver aquí')]).toEqual([0, null]);
  const [first, second] = listed();
  expect([first?.hasAttribute('src'), second?.hasAttribute('src')]).toEqual([false, true]);
  isWireless = true;
  change(second, 'webkitcurrentplaybacktargetiswirelesschanged');
  await screen.findByRole('button', { name: 'Ver aquí' });
  expect(onBegin).toHaveBeenCalledOnce();
});
