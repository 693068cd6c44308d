import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  changeLibrary,
  connectLibraryOutbox,
  type LibraryChange,
  libraryOutbox,
  useLibraryChanges,
} from './library-changes.ts';

const client = new QueryClient();
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const created = { list: 'prompts', itemId: 'a', value: { name: 'short' }, seen: null } as const;
const waiting: LibraryChange = { ...created, id: 'one', createdAt: 1, kind: 'library' };

it("neither shows one account's changes to another, nor adds to its outbox", async () => {
  const ofAda = vi.fn<() => Promise<'done'>>().mockResolvedValue('done');
  const ofGrace = vi.fn<() => Promise<'done'>>().mockResolvedValue('done');
  const open = vi.spyOn(libraryOutbox, 'open').mockResolvedValue();
  onTestFinished(() => open.mockRestore());
  const ada = connectLibraryOutbox('ada', ofAda);
  const { result } = renderHook(() => useLibraryChanges('grace'), { wrapper });
  act(() => ada.publish([waiting], [waiting]));
  expect(result.current.all).toEqual([]);
  open.mockImplementation((userId) => {
    onTestFinished(connectLibraryOutbox(userId, ofGrace).disconnect);
    return Promise.resolve();
  });
  await act(() => changeLibrary(client, 'grace', created));
  expect(ofAda).not.toHaveBeenCalled();
  expect(ofGrace).toHaveBeenCalledOnce();
  // An outbox that was replaced no longer has an effect.
  act(() => ada.publish([waiting], []));
  ada.disconnect();
  expect(result.current.all).toEqual([]);
  await act(() => changeLibrary(client, 'grace', created));
  expect(ofGrace).toHaveBeenCalledTimes(2);
});
