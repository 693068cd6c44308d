import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { type OnDemand, onDemand, useOnDemand } from './on-demand.ts';

const part = { Part: () => <p>the part</p> };

function Page({ wanted }: { readonly wanted: OnDemand<typeof part> }) {
  const here = useOnDemand(wanted);
  return here ? <here.Part /> : <p>on its way</p>;
}

it('fetches a part once, however often it is wanted, and draws it when it has come', async () => {
  const fetchPart = vi.fn<() => Promise<typeof part>>(async () => part);
  const wanted = onDemand(fetchPart);
  render(
    <>
      <Page wanted={wanted} />
      <Page wanted={wanted} />
    </>,
  );
  expect(screen.getAllByText('on its way')).toHaveLength(2);
  expect(await screen.findAllByText('the part')).toHaveLength(2);
  expect(fetchPart).toHaveBeenCalledTimes(1);
});

it('draws a part that was fetched ahead without a moment between', async () => {
  const wanted = onDemand(async () => part);
  await wanted.load();
  render(<Page wanted={wanted} />);
  expect(screen.getByText('the part')).toBeTruthy();
  expect(screen.queryByText('on its way')).toBeNull();
});

it('hands a part that did not arrive to the boundary above', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const wanted = onDemand<typeof part>(() => Promise.reject(new Error('gone')));
  render(
    <ErrorBoundary>
      <Page wanted={wanted} />
    </ErrorBoundary>,
  );
  await act(async () => {});
  expect(screen.getByText('gone')).toBeTruthy();
  vi.restoreAllMocks();
});
