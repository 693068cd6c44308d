import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

const Part = ({ name }: { readonly name: string }) => <p>Hello, {name}</p>;
const failed = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('a component that loads when it renders', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  it('is loaded only once', async () => {
    const load = vi.fn<() => Promise<typeof Part>>(async () => Part);
    const Lazy = lazyComponent(load, { look: 'panel', waiting: <p>Loading</p> });
    await act(async () =>
      render(
        <>
          <Lazy name="Ada" />
          <Lazy name="Max" />
        </>,
      ),
    );
    expect(screen.getByText('Hello, Ada')).toBeVisible();
    expect(screen.getByText('Hello, Max')).toBeVisible();
    expect(load).toHaveBeenCalledOnce();
  });

  it('renders without a delay if it was preloaded', async () => {
    const Lazy = lazyComponent(async () => Part, { look: 'panel', waiting: <p>Loading</p> });
    await act(async () => Lazy.preload());
    render(<Lazy name="Ada" />);
    expect(screen.getByText('Hello, Ada')).toBeVisible();
  });

  it('loads after the parts around it have rendered', async () => {
    const seen: (string | null)[] = [];
    const Lazy = lazyComponent(
      async () => {
        seen.push(screen.queryByText('First')?.textContent ?? null);
        return Part;
      },
      { look: 'panel', waiting: <p>Loading</p>, isDeferred: true },
    );
    await act(async () =>
      render(
        <>
          <Lazy name="Ada" />
          <p>First</p>
        </>,
      ),
    );
    expect(seen).toEqual(['First']);
    expect(screen.getByText('Hello, Ada')).toBeVisible();
  });

  it('does not wait for a slower deferred part', async () => {
    const options = { look: 'panel', isDeferred: true } as const;
    const Fast = lazyComponent(async () => Part, options);
    const Stalled = lazyComponent(() => new Promise<typeof Part>(() => {}), options);
    await act(async () =>
      render(
        <>
          <Stalled name="Max" />
          <Fast name="Ada" />
        </>,
      ),
    );
    expect(await screen.findByText('Hello, Ada')).toBeVisible();
  });

  it('shows an error only in its place, and Retry loads it again', async () => {
    const load = vi.fn<() => Promise<typeof Part>>(failed);
    const Lazy = lazyComponent(load, { look: 'panel' });
    await act(async () =>
      render(
        <>
          <h1>The page</h1>
          <Lazy name="Ada" />
        </>,
      ),
    );
    expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/couldn't be loaded/);
    expect(load).toHaveBeenCalledOnce();
    load.mockImplementation(async () => Part);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Hello, Ada')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it.each(['preloaded', 'drawn'])('loads again when it is opened after it failed %s', async (how) => {
    const load = vi.fn<() => Promise<typeof Part>>(failed);
    const Lazy = lazyComponent(load, { look: 'panel' });
    if (how === 'preloaded') await act(async () => Lazy.preload());
    else {
      const { unmount } = await act(async () => render(<Lazy name="Ada" />));
      unmount();
    }
    load.mockImplementation(async () => Part);
    await act(async () => render(<Lazy name="Ada" />));
    expect(screen.getByText('Hello, Ada')).toBeVisible();
  });
});
