import { expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useToday } from './use-today.ts';

function setNow(now: Date) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now });
}

test('Today is the local calendar date, from the first to the last moment of the day.', async () => {
  setNow(new Date(2026, 0, 5));
  const atDawn = await renderHook(() => useToday());
  expect(atDawn.result.current).toBe('2026-01-05');
  await atDawn.unmount();

  vi.setSystemTime(new Date(2026, 0, 5, 23, 59, 59, 999));
  const atNight = await renderHook(() => useToday());
  expect(atNight.result.current).toBe('2026-01-05');
});

test('Today turns at local midnight, and at the midnight after.', async () => {
  setNow(new Date(2026, 11, 31, 23, 59, 30));
  const { result, act } = await renderHook(() => useToday());
  await act(() => vi.advanceTimersByTime(29_999));
  expect(result.current).toBe('2026-12-31');
  await act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe('2027-01-01');
  await act(() => vi.advanceTimersByTime(24 * 3_600_000));
  expect(result.current).toBe('2027-01-02');
});

test('Nothing waits for midnight once nobody asks for the day.', async () => {
  setNow(new Date(2026, 5, 15, 22));
  const timersBefore = vi.getTimerCount();
  const { unmount } = await renderHook(() => useToday());
  expect(vi.getTimerCount()).toBe(timersBefore + 1);
  await unmount();
  expect(vi.getTimerCount()).toBe(timersBefore);
});

test('A clock that is set, or a journey to another time zone, is noticed within a minute by a page that stays in view.', async () => {
  setNow(new Date(2026, 5, 15, 22));
  const { result, act } = await renderHook(() => useToday());
  vi.setSystemTime(new Date(2026, 5, 16, 3));
  await act(() => vi.advanceTimersByTime(60_000));
  expect(result.current).toBe('2026-06-16');
});

test.each([
  ['visibilitychange', document],
  ['focus', window],
  ['pageshow', window],
])('A page that comes back after a night by %s knows the new day.', async (event, target) => {
  setNow(new Date(2026, 5, 15, 22));
  const { result, act } = await renderHook(() => useToday());
  vi.setSystemTime(new Date(2026, 5, 16, 7));
  expect(result.current).toBe('2026-06-15');
  await act(() => target.dispatchEvent(new Event(event)));
  expect(result.current).toBe('2026-06-16');
});
