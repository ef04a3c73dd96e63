import { act, fireEvent, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trialStorageKey } from '@butaca/contract';
import { useTrialFlag } from './trial-flag.ts';
import { useAutoplayNext } from './use-autoplay-next.ts';
import { useUserPresence } from './use-user-presence.ts';

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

describe('how many chapters have ended without anybody', () => {
  it('grows with each chapter, and begins anew after a key or the pointer', async () => {
    const { result } = renderHook(useUserPresence);
    const end = () => result.current();
    const before = [end(), end()];
    await userEvent.keyboard('a');
    const afterKey = [end(), end()];
    await userEvent.pointer({ target: document.body, keys: '[MouseLeft]' });
    expect([before, afterKey, end()]).toEqual([[1, 2], [0, 1], 0]);
  });

  it('does not change when the page moves below a resting mouse', () => {
    const { result } = renderHook(useUserPresence);
    fireEvent(document.body, new MouseEvent('pointermove', { bubbles: true, movementX: 0, movementY: 0 }));
    expect(result.current()).toBe(1);
    fireEvent(document.body, new MouseEvent('pointermove', { bubbles: true, movementX: 3, movementY: 0 }));
    expect(result.current()).toBe(0);
  });
});

describe('whether the next chapter begins by itself', () => {
  it('is so at first, and is kept as the person wants it', () => {
    const { result, unmount } = renderHook(useAutoplayNext);
    expect(result.current[0]).toBe(true);
    act(() => result.current[1](false));
    expect(result.current[0]).toBe(false);
    unmount();
    expect(renderHook(useAutoplayNext).result.current[0]).toBe(false);
  });

  it('is so where what was kept is something else', () => {
    localStorage.setItem('autoplayNext', 'quizás');
    expect(renderHook(useAutoplayNext).result.current[0]).toBe(true);
  });
});

describe('the trial of a title', () => {
  const open = (state?: object) => {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[{ pathname: '/watch/movie/faro', state }]}>{children}</MemoryRouter>
    );
    return renderHook(() => useTrialFlag('faro'), { wrapper }).result;
  };

  it('is used where the link or the page before asks for it, and for this title alone', () => {
    expect(open().current.use).toBe('none');
    expect(open({ useTrial: true }).current.use).toBe('on');
    expect(open({ useTrial: 'true' }).current.use).toBe('none');
    localStorage.setItem(trialStorageKey('otra'), 'true');
    expect(open().current.use).toBe('none');
    localStorage.setItem(trialStorageKey('faro'), 'true');
    expect(open().current.use).toBe('on');
  });

  it('is asked for once by what was stored', () => {
    localStorage.setItem(trialStorageKey('faro'), 'true');
    open();
    expect(localStorage.getItem(trialStorageKey('faro'))).toBeNull();
  });

  it('begins when the person chooses it, and is spent when it ends', () => {
    const result = open();
    act(() => result.current.start());
    expect(result.current.use).toBe('on');
    act(() => result.current.end());
    expect(result.current.use).toBe('spent');
  });
});
