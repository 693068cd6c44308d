import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import type { Operation } from '../outbox/operation.ts';
import { OperationStore } from '../outbox/operation-store.ts';
import { branchOf } from '../testing/rows.ts';
import { ChatStore } from './chat-store.ts';
import { AccountDatabase } from './database.ts';
import { DeviceStorage } from './DeviceStorage.tsx';

const rename: Operation = { kind: 'rename', id: 'r', chatId: 'chat', createdAt: 1, title: 'New' };

it('the settings show what this device stores, and clear it without deleting unconfirmed changes', async () => {
  const database = new AccountDatabase('ada', () => {});
  onTestFinished(() => database.close());
  const [store, operations] = [new ChatStore(database), new OperationStore('ada', database)];
  await store.writeEnd('a', branchOf(3, 'a'));
  await store.writeEnd('b', branchOf(1, 'b'));
  await operations.add(rename);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DeviceStorage userId="ada" />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('2 chats with 4 messages, less than 0.1 MB.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Clear stored chats' }));
  expect(await screen.findByText('No chats are stored on this device.')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Clear stored chats' })).toHaveAttribute(
      'aria-disabled',
      'true',
    ),
  );
  expect(await operations.list()).toEqual([rename]);
});
