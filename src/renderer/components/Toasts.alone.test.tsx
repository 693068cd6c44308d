import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { hideToast, showToast } from '../lib/toast.ts';
import { Toasts } from './Toasts.tsx';

const module = vi.hoisted(() => ({ isBlocked: true }));
vi.mock(import('./ToastHost.tsx'), async (load) => {
  if (module.isBlocked) throw new TypeError('Failed to fetch dynamically imported module');
  return load();
});

it('are shown by the plain fallback if their component fails to load, and disappear automatically [UX-002]', async () => {
  render(<Toasts />);
  showToast({ title: 'Failed to copy', message: 'Could not copy to clipboard', variant: 'destructive' });
  const toast = await screen.findByRole('alert');
  expect(toast).toHaveTextContent('Could not copy to clipboard');
  vi.useFakeTimers();
  act(() => showToast({ title: 'Second' }));
  expect(screen.getByText('Second')).toBeVisible();
  act(() => void vi.advanceTimersByTime(4_000));
  expect(screen.queryByText('Second')).toBeNull();
});

it('in the fallback can be replaced, hidden and undone', async () => {
  const run = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  const action = { label: 'Undo', run };
  render(<Toasts />);
  showToast({ title: 'Copied' });
  showToast({ id: 'one', title: '1 chat deleted', action, onClose });
  expect(await screen.findByText('1 chat deleted')).toBeVisible();
  act(() => showToast({ id: 'one', title: '2 chats deleted', action, onClose }));
  expect(screen.queryByText('1 chat deleted')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  act(() => screen.getByRole('button', { name: 'Undo' }).click());
  expect([run, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  act(() => showToast({ id: 'two', title: 'Archived', onClose }));
  act(() => hideToast('two'));
  expect(screen.queryByText('Archived')).toBeNull();
  expect(onClose).toHaveBeenCalledTimes(2);
});
