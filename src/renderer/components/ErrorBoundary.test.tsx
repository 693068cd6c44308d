import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadFailure } from '../lib/load-module.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

let failure: unknown;
function Region() {
  if (failure) throw failure;
  return <p>All is well</p>;
}

describe('the error boundary', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  it('shows "Something went wrong" with the message and a Retry that clears it [CHAT-045, CHAT-046]', async () => {
    failure = new Error('The list was empty');
    render(
      <ErrorBoundary>
        <Region />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(screen.getByText('The list was empty')).toBeVisible();
    failure = null;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getByText('All is well')).toBeVisible();
  });

  it('forgets failed modules before it renders again, and when the network returns', () => {
    const forget = vi.fn<() => void>(() => (failure = null));
    failure = new LoadFailure(new Error('Unable to preload CSS for /assets/ChatRoute.css'), forget);
    render(
      <ErrorBoundary look="panel">
        <Region />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent(/^This part of the app couldn't be loaded/);
    expect(screen.queryByText(/preload/)).toBeNull();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(forget).toHaveBeenCalledOnce();
    expect(screen.getByText('All is well')).toBeVisible();
  });

  it('loads all failed parts again with one Retry', async () => {
    failure = new LoadFailure(new Error('404'));
    render(
      <>
        <ErrorBoundary look="nothing">
          <Region />
        </ErrorBoundary>
        <ErrorBoundary look="panel">
          <Region />
        </ErrorBoundary>
      </>,
    );
    failure = null;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getAllByText('All is well')).toHaveLength(2);
  });

  it('offers to reload the page if a part still fails to load after a retry', async () => {
    failure = new LoadFailure(new Error('404'));
    render(
      <ErrorBoundary>
        <Region />
      </ErrorBoundary>,
    );
    expect(screen.queryByRole('button', { name: 'Reload page' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible();
  });

  it('a dialog that fails to render can be closed', async () => {
    failure = new LoadFailure(new Error('404'));
    const close = vi.fn<() => void>();
    render(
      <ErrorBoundary look="dialog" onClose={close}>
        <Region />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('dialog', { name: "Couldn't load this part" })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledOnce();
  });

  it.each([new Error(''), 'a string', { code: 1 }])(
    'shows "An unexpected error occurred" for %o [CHAT-046]',
    (thrown) => {
      failure = thrown;
      render(
        <ErrorBoundary>
          <Region />
        </ErrorBoundary>,
      );
      expect(screen.getByText('An unexpected error occurred')).toBeVisible();
    },
  );

  it('clears an error when the page changes', () => {
    failure = new Error('broken page');
    const { rerender } = render(
      <ErrorBoundary resetKey="/a">
        <Region />
      </ErrorBoundary>,
    );
    failure = null;
    rerender(
      <ErrorBoundary resetKey="/b">
        <Region />
      </ErrorBoundary>,
    );
    expect(screen.getByText('All is well')).toBeVisible();
  });
});
