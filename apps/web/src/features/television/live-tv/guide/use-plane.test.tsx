import { act, renderHook } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { axisOf, instantAt } from './guide-axis.ts';
import { usePlane } from './use-plane.ts';

const nowMs = new Date(2026, 10, 30, 23, 50).getTime();
const rowCount = 100;

/** A plane that is open at ten minutes to midnight, scrolled to its twentieth row. */
function openPlane(name: string) {
  const box = { current: document.createElement('div') };
  const opened = renderHook(
    ({ atMs, isReturn }: { atMs: number; isReturn: boolean }) => {
      const axis = axisOf(atMs, 1);
      return { axis, plane: usePlane(box, axis, rowCount, atMs, { name, isReturn }) };
    },
    { initialProps: { atMs: nowMs, isReturn: false } },
  );
  const { result } = opened;
  act(() => {
    box.current.scrollTop = 20 * result.current.plane.sizes.rowPx;
    result.current.plane.showInstant(nowMs);
  });
  /** The instant at the left edge and the row at the top. */
  const place = () => {
    const { axis, plane } = result.current;
    const { scrollLeft, scrollTop } = box.current;
    return [Math.round(instantAt(scrollLeft, axis, plane.sizes)), scrollTop / plane.sizes.rowPx];
  };
  return { ...opened, box, place };
}
const expected = [nowMs - 20 * 60_000, 20];

it('the guide stays at its instant when midnight moves the axis by a day', () => {
  const { result, rerender, place } = openPlane('midnight');
  expect(place()).toEqual(expected);
  rerender({ atMs: nowMs + 20 * 60_000, isReturn: false });
  expect(place()).toEqual(expected);
  expect(result.current.plane.part.fromMs).toBeLessThan(nowMs);
  expect(result.current.plane.part.toMs).toBeGreaterThan(nowMs);
});

it('the guide stays at its instant and row when a tablet is turned', () => {
  const before = { width: window.innerWidth, height: window.innerHeight };
  const turn = (width: number, height: number): void => {
    Object.assign(window, { innerWidth: width, innerHeight: height });
    act(() => void window.dispatchEvent(new Event('resize')));
  };
  onTestFinished(() => turn(before.width, before.height));
  turn(1_180, 820);
  const { result, place } = openPlane('turned');
  const { minutePx } = result.current.plane.sizes;
  turn(820, 1_180);
  expect(result.current.plane.sizes.minutePx).toBeLessThan(minutePx);
  expect(place()).toEqual(expected);
});

it('the guide comes back after midnight to the instant at which it was left', () => {
  const { unmount } = openPlane('left');
  unmount();
  const box = { current: document.createElement('div') };
  const axis = axisOf(nowMs + 3_600_000, 1);
  const { result } = renderHook(() =>
    usePlane(box, axis, rowCount, nowMs + 3_600_000, { name: 'left', isReturn: true }),
  );
  const { sizes } = result.current;
  expect(Math.round(instantAt(box.current.scrollLeft, axis, sizes))).toBe(expected[0]);
  expect(box.current.scrollTop / sizes.rowPx).toBe(20);
});
