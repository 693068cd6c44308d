import { expect, it } from 'vitest';
import { fetchPart } from './fetch-part.ts';
import { drawToasts, type Toast } from './toast.ts';

it('says what helps when a part of the app does not arrive, and nothing when it does', async () => {
  const toasts: Toast[] = [];
  const undo = drawToasts((toast) => toasts.push(toast));
  expect(await fetchPart(async () => 'the part')).toBe('the part');
  expect(toasts).toEqual([]);
  expect(await fetchPart(() => Promise.reject(new TypeError('Failed to fetch')))).toBeNull();
  expect(toasts.map(({ message }) => message)).toEqual([
    'This part of the app could not be loaded. Check your connection, then reload the page.',
  ]);
  undo();
});
