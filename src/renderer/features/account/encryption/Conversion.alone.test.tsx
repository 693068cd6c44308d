import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { encrypted } from '../../../lib/storage.ts';
import { lockVault, unlockVault } from '../../../lib/vault/vault.ts';
import { forgetHistories } from '../../../../shared/encrypted-history/open-history.ts';
import { createAccountKeys, createTurnOffStatements } from '../../../../shared/vault/account-keys.ts';
import { fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { Conversion } from './Conversion.tsx';

const userId = fakeSession().user.id;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  // The auth client also requests locks, with options.
  const locks = {
    request: async (name: string, ...others: readonly unknown[]) =>
      (others.at(-1) as (lock: object) => unknown)({ name }),
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
});
afterEach(async () => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  forgetHistories();
  encrypted.account = null;
  await lockVault();
});

async function open(answer: { readonly status: number; readonly body: unknown }) {
  const service = startFakeService();
  const { vault, stored } = await createAccountKeys(userId);
  service.answer('GET /rest/v1/account_encryption', {
    body: [{ state: 'turning_off', public_key: vault.publicKey }],
  });
  service.answer('GET /rest/v1/turn_off_statements', {
    body: (await createTurnOffStatements(vault)).map((statement) => ({ statement })),
  });
  service.answer('POST /rest/v1/rpc/list_unconverted', answer);
  storeSession();
  encrypted.account = userId;
  await unlockVault(userId, vault.accountKey, stored, false);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Conversion userId={userId} state="turning_off" />
    </QueryClientProvider>,
  );
  return service;
}

it('says why the service refused a text, and tries again in a minute', async () => {
  const body = { code: '23514', message: 'The name is too long.' };
  const service = await open({ status: 400, body });
  expect(await screen.findByText(/rejected a text: "The name is too long\."/)).toBeVisible();
  expect(screen.queryByText(/isn't responding/)).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(service.to('/rest/v1/rpc/list_unconverted')).toHaveLength(2));
});

it('says that the service did not respond', async () => {
  await open({ status: 503, body: { code: '', message: 'Unavailable' } });
  expect(await screen.findByText(/isn't responding/)).toBeVisible();
});
