import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showToast } from '../lib/toast.ts';
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
