import type { ArchivedProgramme } from '@butaca/contract';
import { makeFakeProgramme } from '@butaca/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFakeVideo } from '../../../../test/fake-video.ts';
import { ArchiveLayer } from './archive-layer.tsx';
import { followsEnd, readPosition, writeSeconds } from './archive-position.ts';

const minuteMs = 60_000;
const startMs = Date.now() - 120 * minuteMs;
const instant = (minutes: number): string => new Date(startMs + minutes * minuteMs).toISOString();
const programme = makeFakeProgramme({ title: 'El faro', startsAt: instant(0), endsAt: instant(60) });

interface Shown {
  durationSeconds: number | null;
  currentTimeSeconds: number;
  beginsAt: string;
  streamKind?: ArchivedProgramme['streamKind'];
  isLoading?: boolean;
  /** The programme; by default one that is over. */
  shown?: typeof programme;
}

const ranges = (start: number, end: number) => ({ length: 1, start: () => start, end: () => end });

function show({ beginsAt, streamKind = 'hls', isLoading = false, shown = programme, ...state }: Shown) {
  const video = makeFakeVideo(state);
  // mpegts.js drops what was played some minutes ago, but the browser still says that it can be sought.
  const isRecording = streamKind === 'ts';
  const seekable = isRecording ? ranges(0, state.currentTimeSeconds + 60) : { length: 0 };
  Object.defineProperty(video.media, 'seekable', { value: seekable });
  const buffered = ranges(state.currentTimeSeconds - 120, state.currentTimeSeconds + 60);
  Object.defineProperty(video.media, 'buffered', { value: buffered });
  Object.assign(video.media, { currentTime: state.currentTimeSeconds });
  const onSeek = vi.fn<(from: string) => void>();
  const onReach = vi.fn<(instant: string) => void>();
  const archived = { programme: shown, beginsAt, streamKind };
  const own = { driven: video, archived, isLoading, live: '/vivo', onSeek, onReach };
  render(<ArchiveLayer {...own} />, { wrapper: MemoryRouter });
  return { video, onSeek, onReach };
}

it('shows where in the programme the media are, and asks for another part where they cannot be sought', async () => {
  const { onSeek, onReach } = show({
    durationSeconds: null,
    currentTimeSeconds: 90,
    beginsAt: instant(10),
  });
  const slider = screen.getByRole('slider', { name: 'Posición en el programa' });
  expect(slider.getAttribute('aria-valuetext')).toBe('11:30 de 1:00:00');
  expect(onReach).toHaveBeenLastCalledWith(instant(11.5));
  fireEvent.change(slider, { target: { value: '1800' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('30:00 de 1:00:00');
  await vi.waitFor(() => expect(onSeek).toHaveBeenCalledExactlyOnceWith(instant(30)));
});

it('asks for another part of a recording in MPEG-TS where its media were dropped, also when all of it has arrived', async () => {
  const { video, onSeek } = show({
    durationSeconds: 1_300,
    currentTimeSeconds: 1_200,
    beginsAt: instant(0),
    streamKind: 'ts',
  });
  const slider = screen.getByRole('slider', { name: 'Posición en el programa' });
  fireEvent.change(slider, { target: { value: '1140' } });
  await vi.waitFor(() => expect(video.media.currentTime).toBe(1_140));
  fireEvent.change(slider, { target: { value: '900' } });
  await vi.waitFor(() => expect(onSeek).toHaveBeenCalledExactlyOnceWith(instant(15)));
});

it('can be left with ↑ and ↓ of a remote control, and keeps only ← and →', () => {
  const { video } = show({ durationSeconds: null, currentTimeSeconds: 90, beginsAt: instant(10) });
  const player = document.createElement('div');
  player.className = 'player';
  const controller = document.createElement('media-controller');
  controller.tabIndex = 0;
  controller.append(video.media);
  player.append(controller);
  document.body.append(player);
  onTestFinished(() => player.remove());
  const slider = screen.getByRole('slider');
  const heard: string[] = [];
  const note = ({ key }: KeyboardEvent): void => void heard.push(key);
  document.addEventListener('keydown', note);
  onTestFinished(() => document.removeEventListener('keydown', note));
  slider.focus();
  expect(fireEvent.keyDown(slider, { key: 'ArrowRight' })).toBe(true);
  expect(document.activeElement).toBe(slider);
  fireEvent.keyDown(slider, { key: 'Escape' });
  expect(heard).toContain('Escape');
  for (const key of ['ArrowUp', 'ArrowDown']) {
    slider.focus();
    expect(fireEvent.keyDown(slider, { key })).toBe(false);
    expect(document.activeElement).toBe(controller);
  }
});

it('leaves seeking to the player where the media have an end, and offers the channel when they are over', () => {
  const { video, onSeek } = show({ durationSeconds: 3_600, currentTimeSeconds: 3_600, beginsAt: instant(0) });
  expect(screen.queryByRole('slider')).toBeNull();
  video.become({ status: 'ended' });
  screen.getByRole('link', { name: /^El programa ha terminado/ });
  expect(onSeek).not.toHaveBeenCalled();
});

it('asks for the rest of a programme of which more has been shown since', () => {
  const { video, onSeek } = show({ durationSeconds: 1_200, currentTimeSeconds: 1_200, beginsAt: instant(0) });
  video.become({ status: 'ended' });
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(instant(20));
  expect(screen.queryByRole('link')).toBeNull();
  video.become({ status: 'playing' });
  video.become({ status: 'ended' });
  expect(onSeek).toHaveBeenCalledOnce();
});

it('says that a programme that is still shown has been caught up with, and nothing while a part is loading', () => {
  const caughtUp = {
    shown: { ...programme, endsAt: instant(180) },
    durationSeconds: null,
    currentTimeSeconds: 7_190,
    beginsAt: instant(0),
  };
  show({ ...caughtUp, isLoading: true }).video.become({ status: 'ended' });
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  show(caughtUp).video.become({ status: 'ended' });
  screen.getByRole('link', { name: /^Has llegado al directo/ });
});

it('counts positions within the programme', () => {
  const nowMs = startMs + 20 * minuteMs;
  expect(readPosition({ programme, beginsAt: instant(10) }, 30, nowMs)).toEqual({
    positionSeconds: 630,
    shownSeconds: 1_200,
    durationSeconds: 3_600,
  });
  expect(readPosition({ programme, beginsAt: instant(10) }, 5_000, nowMs).positionSeconds).toBe(3_600);
  expect(writeSeconds(59.9)).toBe('00:59');
  expect(writeSeconds(3_723)).toBe('1:02:03');
  const running = { positionSeconds: 1_190, shownSeconds: 1_200, durationSeconds: 3_600 };
  expect(followsEnd(running, 1_190)).toBe('live');
  expect(followsEnd({ ...running, positionSeconds: 3_598 }, 1_190)).toBe('over');
  expect(followsEnd({ ...running, shownSeconds: 1_400 }, 1_190)).toBe('rest');
  expect(followsEnd({ ...running, shownSeconds: 1_400 }, 10)).toBe('live');
  expect(followsEnd({ ...running, shownSeconds: 3_600 }, 10)).toBe('over');
});
