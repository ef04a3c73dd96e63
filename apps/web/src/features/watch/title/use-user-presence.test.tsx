import { act, fireEvent, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trialStorageKey } from '@butaca/contract';
import { memoryPage } from '../../../../test/memory-page.tsx';
import { useTrialFlag } from './trial-flag.ts';
import { useAutoplayNext } from './use-autoplay-next.ts';
import { useUserPresence } from './use-user-presence.ts';

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

describe('the number of chapters that ended unattended', () => {
  it('grows with each chapter, and is reset by a key or the pointer', async () => {
    const { result } = renderHook(useUserPresence);
    const end = () => result.current();
    const before = [end(), end()];
    await userEvent.keyboard('a');
    const afterKey = [end(), end()];
    await userEvent.pointer({ target: document.body, keys: '[MouseLeft]' });
    expect([before, afterKey, end()]).toEqual([[1, 2], [0, 1], 0]);
  });

  it('is not reset by a pointermove event without movement', () => {
    const { result } = renderHook(useUserPresence);
    fireEvent(document.body, new MouseEvent('pointermove', { bubbles: true, movementX: 0, movementY: 0 }));
    expect(result.current()).toBe(1);
    fireEvent(document.body, new MouseEvent('pointermove', { bubbles: true, movementX: 3, movementY: 0 }));
    expect(result.current()).toBe(0);
  });
});

describe('the autoplay setting of the next chapter', () => {
  it('is on at first, and is remembered when it is turned off', () => {
    const { result, unmount } = renderHook(useAutoplayNext);
    expect(result.current[0]).toBe(true);
    act(() => result.current[1](false));
    expect(result.current[0]).toBe(false);
    unmount();
    expect(renderHook(useAutoplayNext).result.current[0]).toBe(false);
  });

  it('is on when the stored value is invalid', () => {
    localStorage.setItem('autoplayNext', 'quizás');
    expect(renderHook(useAutoplayNext).result.current[0]).toBe(true);
  });
});

describe('the trial of a title', () => {
  const open = (state?: object) => {
    const { Page } = memoryPage({ pathname: '/watch/movie/faro', state });
    return renderHook(() => useTrialFlag('faro'), { wrapper: Page }).result;
  };

  it('is on when the link or the stored mark of this title asks for it', () => {
    expect(open().current.use).toBe('none');
    expect(open({ useTrial: true }).current.use).toBe('on');
    expect(open({ useTrial: 'true' }).current.use).toBe('none');
    localStorage.setItem(trialStorageKey('otra'), 'true');
    expect(open().current.use).toBe('none');
    localStorage.setItem(trialStorageKey('faro'), 'true');
    expect(open().current.use).toBe('on');
  });

  it('removes the stored mark once it is read', () => {
    localStorage.setItem(trialStorageKey('faro'), 'true');
    open();
    expect(localStorage.getItem(trialStorageKey('faro'))).toBeNull();
  });

  it('is on after the person starts it, and spent when it ends', () => {
    const result = open();
    act(() => result.current.start());
    expect(result.current.use).toBe('on');
    act(() => result.current.end());
    expect(result.current.use).toBe('spent');
  });
});
