import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { type OnDemand, onDemand, useOnDemand } from './on-demand.ts';

const Part = () => <p>the part</p>;

function Page({ wanted }: { readonly wanted: OnDemand<typeof Part> }) {
  const Here = useOnDemand(wanted);
  return Here ? <Here /> : <p>on its way</p>;
}

it('fetches a part once, however often it is wanted, and draws it when it has come', async () => {
  const fetchPart = vi.fn(async () => Part);
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
  const wanted = onDemand(async () => Part);
  await wanted.load();
  render(<Page wanted={wanted} />);
  expect(screen.getByText('the part')).toBeTruthy();
  expect(screen.queryByText('on its way')).toBeNull();
});

it('hands a part that did not arrive to the boundary above', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const wanted = onDemand<typeof Part>(() => Promise.reject(new Error('gone')));
  render(
    <ErrorBoundary>
      <Page wanted={wanted} />
    </ErrorBoundary>,
  );
  await act(async () => {});
  expect(screen.getByText('gone')).toBeTruthy();
  vi.restoreAllMocks();
});
