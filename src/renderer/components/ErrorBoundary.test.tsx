import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchLoadFailures } from '../lib/load-failure.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

let failure: unknown;
function Region() {
  if (failure) throw failure;
  return <p>All is well</p>;
}

describe('the error boundary', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  it('says "Something went wrong" with the message and a Retry that clears it [CHAT-045, CHAT-046]', async () => {
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

  it('says in its own words that a part of the app did not arrive', () => {
    onTestFinished(watchLoadFailures());
    const error = new Error('Unable to preload CSS for /assets/ChatRoute.css');
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    failure = error;
    render(
      <ErrorBoundary>
        <Region />
      </ErrorBoundary>,
    );
    expect(screen.getByText(/^A part of the app could not be loaded/)).toBeVisible();
    expect(screen.queryByText(/preload/)).toBeNull();
  });

  it.each([new Error(''), 'a string', { code: 1 }])(
    'says "An unexpected error occurred" for %o [CHAT-046]',
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

  it('forgets a failure when the page changes', () => {
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
