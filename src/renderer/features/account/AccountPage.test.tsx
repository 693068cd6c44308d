import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { platform } from '../../platform/index.ts';
import {
  type FakeUser,
  type FakeService,
  fakeSession,
  startFakeService,
} from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { AccountPage } from './AccountPage.tsx';
import type { SectionId } from './settings/sections.ts';
import type { FormatChat } from './export/export-account.ts';

const keyOfMine = 'clv_Secret9QmT0aVexampleOfAKeyThatIsLongEnough';
const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const row = (at: 0 | 1, changes: Record<string, unknown> = {}) => ({
  id: ids[at],
  name: ['Backup script', 'Old laptop'][at],
  prefix: ['clv_aaaa', 'clv_bbbb'][at],
  created_at: `2026-11-0${at + 1}T12:00:00+00:00`,
  last_used_at: null,
  revoked_at: null,
  ...changes,
});

type Quota = { plan: string; allowed: number | null; used: number };

const ada = { email: 'ada@example.com', data: { name: 'Ada' } };

async function open(
  section: SectionId,
  quota: Quota,
  prepare: (service: FakeService) => void = () => {},
  person: FakeUser = ada,
  erase?: ReactNode,
) {
  const service = startFakeService();
  service.changeAccess({ plan: quota.plan === 'professional' ? 'professional' : 'starter' });
  service.answer('POST /rest/v1/rpc/get_message_quota', { body: quota });
  service.answer('POST /rest/v1/rpc/count_hidden_chats', { body: 0 });
  service.answer('GET /rest/v1/llm_api_keys', { body: [] });
  service.answer('GET /rest/v1/subscriptions', { body: [] });
  service.answer('GET /auth/v1/user', { body: fakeSession(ada).user });
  service.answer('POST /rest/v1/rpc/list_sessions', { body: [] });
  service.answer('POST /rest/v1/rpc/my_access_receipts', { body: [] });
  service.answer('GET /rest/v1/support_consent', { body: [] });
  service.answer('GET /rest/v1/account_encryption', { body: [] });
  service.answer('GET /rest/v1/system_settings', { body: [] });
  service.answer('POST /rest/v1/rpc/my_merge_request', { body: null });
  prepare(service);
  storeSession(person);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const app = renderApp(
    <QueryClientProvider client={client}>
      <AccountPage
        formatChat={formatChat}
        device={() => null}
        defaultModel={null}
        ModelField={() => null}
        providerKeys={null}
        shortcuts={null}
        erase={erase}
      />
    </QueryClientProvider>,
    `/account/${section}`,
  );
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return { ...app, service, client };
}

const professional = { plan: 'professional', allowed: null, used: 12 };
const starter = { plan: 'starter', allowed: 3, used: 2 };
const formatChat: FormatChat = (chat) => JSON.stringify(chat);
const keys = () => within(screen.getByRole('region', { name: 'API keys' }));

it("shows a computer's owner only what applies to them, with Erase instead of Delete", async () => {
  vi.spyOn(platform, 'ownerSession', 'get').mockReturnValue(async () => null);
  const owner = { email: 'owner@clover.local', data: { name: 'You' } };
  const { user } = await open(
    'general',
    professional,
    () => {},
    owner,
    <button type="button">Erase all data…</button>,
  );
  const links = within(screen.getByRole('navigation')).getAllByRole('link');
  const regions: string[][] = [];
  for (const link of links) {
    await user.click(link);
    // oxlint-disable-next-line no-await-in-loop -- one section after the other
    const shown = await screen.findAllByRole('region');
    regions.push(shown.map((region) => region.id));
  }
  expect(links.map(({ textContent }, at) => [textContent, ...regions[at]!])).toEqual([
    ['General', 'profile', 'language'],
    ['Appearance', 'appearance'],
    ['Chat', 'chat'],
    ['Instructions', 'instructions'],
    ['Personas', 'personas'],
    ['Models and keys', 'default-model', 'provider-keys'],
    ['Prompts', 'prompts'],
    ['Privacy and data', 'device', 'data'],
    ['Account and plan', 'plan'],
    ['Shortcuts', 'shortcuts'],
    ['About', 'about'],
  ]);
  expect(screen.getByText('This computer')).toBeVisible();
  expect(screen.getByText('Professional')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Privacy and data' }));
  expect(screen.getByRole('button', { name: 'Download my data' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Erase all data…' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Account and plan' }));
  await screen.findByRole('region', { name: "Plan and today's usage" });
  expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
  vi.restoreAllMocks();
});

describe('API keys', () => {
  it('are listed with name, prefix and dates, working keys first', async () => {
    const { service } = await open('models', professional, ({ answer }) =>
      answer('GET /rest/v1/llm_api_keys', {
        body: [
          row(1, { revoked_at: '2026-11-03T12:00:00+00:00' }),
          row(0, { last_used_at: '2026-11-04T12:00:00+00:00' }),
        ],
      }),
    );
    await screen.findByRole('region', { name: 'API keys' });
    const items = await keys().findAllByRole('listitem');
    expect(items[0]).toHaveTextContent(/^Backup script clv_aaaa…Created .+Last used /);
    expect(items[1]).toHaveTextContent(/^Old laptop clv_bbbb…Created .+Revoked /);
    expect(within(items[1]!).queryByRole('button')).toBeNull();
    expect(service.to('/rest/v1/llm_api_keys')[0]?.search).toContain('user_id=eq.');
  });

  it('are shown only once, when created, and can be copied', async () => {
    const { user, service, client } = await open('models', professional, ({ answer }) =>
      answer('POST /functions/v1/account/api-keys/create', {
        body: {
          id: ids[0],
          name: 'Backup script',
          prefix: 'clv_Secr',
          key: keyOfMine,
          created_at: '2026-11-01T12:00:00+00:00',
        },
      }),
    );
    await user.type(await screen.findByLabelText('Key name'), ' Backup script {Enter}');
    const shown = await screen.findByRole('region', { name: 'Your new key "Backup script"' });
    expect(shown).toHaveFocus();
    expect(shown).toHaveTextContent('It is shown only once');
    expect(service.to('/functions/v1/account/api-keys/create')[0]?.body).toEqual({ name: 'Backup script' });
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(within(shown).getByRole('button', { name: 'Copy key' }));
    expect(copied).toHaveBeenCalledWith(keyOfMine);
    await user.click(within(shown).getByRole('button', { name: "I've copied it" }));
    expect(document.body.innerHTML).not.toContain(keyOfMine);
    expect(screen.getByLabelText('Key name')).toHaveFocus();
    await waitFor(() =>
      expect(
        JSON.stringify(
          client
            .getMutationCache()
            .getAll()
            .map(({ state }) => state),
        ),
      ).not.toContain(keyOfMine),
    );
  });

  it('need a name, which stays if the service refuses', async () => {
    const { user, service } = await open('models', professional, ({ answer }) =>
      answer('POST /functions/v1/account/api-keys/create', {
        status: 409,
        body: { error: { code: 'too_many', message: 'You have 20 keys. Revoke one first.' } },
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Create key' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter a name for the key.');
    expect(service.to('/functions/v1/account/api-keys/create')).toEqual([]);
    const field = screen.getByLabelText('Key name');
    await user.type(field, 'One more');
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText('You have 20 keys. Revoke one first.')).toBeVisible();
    expect(field).toHaveValue('One more');
  });

  it('are revoked after a confirmation, and the focus stays', async () => {
    const { user, service } = await open('models', professional, ({ answer }) =>
      answer('GET /rest/v1/llm_api_keys', { body: [row(0)] }),
    );
    const revoked = '/functions/v1/account/api-keys/revoke';
    service.answer(`POST ${revoked}`, { body: { id: ids[0] } });
    await user.click(await screen.findByRole('button', { name: 'Revoke Backup script' }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Revoke Backup script' })).toHaveFocus();
    expect(service.to(revoked)).toEqual([]);
    await user.keyboard('{Enter}');
    service.answer('GET /rest/v1/llm_api_keys', { body: [row(0, { revoked_at: row(0).created_at })] });
    await user.click(screen.getByRole('button', { name: 'Revoke key' }));
    await waitFor(() => expect(keys().getByRole('listitem')).toHaveTextContent('Revoked'));
    expect(service.to(revoked)[0]?.body).toEqual({ id: ids[0] });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'API keys' })).toHaveFocus());
  });

  it('are only for Professional; others see the plans, and can still revoke', async () => {
    await open('models', starter, ({ answer }) => answer('GET /rest/v1/llm_api_keys', { body: [row(0)] }));
    expect(await screen.findByText(/Your keys are paused/)).toBeVisible();
    expect(keys().getByRole('link', { name: 'Compare plans' })).toHaveAttribute('href', '/pricing');
    expect(screen.queryByLabelText('Key name')).toBeNull();
    expect(screen.getByRole('button', { name: 'Revoke Backup script' })).toBeVisible();
  });
});

describe('plan and usage', () => {
  it('show the messages used today on Starter, and the number of hidden chats [ROLE-021]', async () => {
    const { user, service } = await open('account', starter, ({ answer }) =>
      answer('POST /rest/v1/rpc/count_hidden_chats', { body: 4 }),
    );
    const usage = within(await screen.findByRole('region', { name: "Plan and today's usage" }));
    expect(usage.getByText('2 of 3 messages used')).toBeVisible();
    expect(usage.getByRole('meter', { name: 'Messages used today' })).toHaveAttribute('value', '2');
    expect(usage.getByText('Resets at 00:00 UTC.')).toBeVisible();
    expect(await usage.findByText('4 chats are hidden.')).toBeVisible();
    expect(
      usage.getByText(/Older chats are hidden and kept until you delete them or upgrade\./),
    ).toBeVisible();
    service.answer('POST /rest/v1/rpc/delete_hidden_chats', { body: 4 });
    await user.click(usage.getByRole('button', { name: 'Delete hidden chats' }));
    expect(service.to('/rest/v1/rpc/delete_hidden_chats')).toEqual([]);
    service.answer('POST /rest/v1/rpc/count_hidden_chats', { body: 0 });
    await user.click(usage.getByRole('button', { name: 'Delete permanently' }));
    expect(await screen.findByText('Hidden chats deleted')).toBeVisible();
    await waitFor(() => expect(usage.queryByText('4 chats are hidden.')).toBeNull());
  });

  it('sum up the tokens and the price of the month', async () => {
    const month = {
      tokens_used: 12_345,
      tokens_allowed: null,
      cost_used: 0.0312,
      cost_allowed: null,
      own_tokens: 0,
      own_cost: 0,
    };
    const { service, client } = await open('account', starter, ({ answer }) =>
      answer('POST /rest/v1/rpc/get_usage_budget', { body: month }),
    );
    const usage = within(await screen.findByRole('region', { name: "Plan and today's usage" }));
    expect(await usage.findByText('This month: 12,345 tokens · $0.0312')).toBeVisible();
    service.answer('POST /rest/v1/rpc/get_usage_budget', {
      body: { ...month, tokens_allowed: 20_000, cost_allowed: 5 },
    });
    await client.invalidateQueries();
    expect(await usage.findByText('This month: 12,345 of 20,000 tokens · $0.0312 of $5.00')).toBeVisible();
    expect(usage.queryByText(/own keys and models:/)).toBeNull();
  });

  it('show the part used with own keys, and the total', async () => {
    const month = { tokens_used: 12_345, tokens_allowed: 20_000, cost_used: 0.0312, cost_allowed: 5 };
    await open('account', starter, ({ answer }) =>
      answer('POST /rest/v1/rpc/get_usage_budget', { body: { ...month, own_tokens: 655, own_cost: 0.01 } }),
    );
    const usage = within(await screen.findByRole('region', { name: "Plan and today's usage" }));
    expect(await usage.findByText('This month: 12,345 of 20,000 tokens · $0.0312 of $5.00')).toBeVisible();
    const own = usage.getByText(/With your own keys and models: 655 tokens/);
    expect(own).toHaveTextContent('655 tokens · $0.01Total: 13,000 tokens · $0.0412');
  });

  it('show an error if deleting the hidden chats failed, and still list them', async () => {
    const { user } = await open('account', starter, ({ answer }) => {
      answer('POST /rest/v1/rpc/count_hidden_chats', { body: 4 });
      answer('POST /rest/v1/rpc/delete_hidden_chats', { status: 503, body: { message: 'Busy' } });
    });
    const usage = within(await screen.findByRole('region', { name: "Plan and today's usage" }));
    await user.click(await usage.findByRole('button', { name: 'Delete hidden chats' }));
    await user.click(usage.getByRole('button', { name: 'Delete permanently' }));
    expect(await usage.findByText("Couldn't delete the chats. Try again.")).toBeVisible();
    expect(usage.getByText('4 chats are hidden.')).toBeVisible();
  });

  it("show when today's messages are used up, and which plan has no limit", async () => {
    await open('account', { ...starter, used: 3 });
    expect(await screen.findByText(/You've used all of today's messages/)).toBeVisible();
    expect(screen.getByRole('link', { name: /Professional has no daily limit/ })).toHaveAttribute(
      'href',
      '/pricing',
    );
  });

  it('have no limit with Professional and hide nothing', async () => {
    const { service } = await open('account', professional);
    expect(await screen.findByText('12 messages today, no limit')).toBeVisible();
    expect(screen.queryByText(/Older chats are hidden/)).toBeNull();
    expect(service.to('/rest/v1/rpc/count_hidden_chats')).toEqual([]);
  });
});

describe('the end of a plan', () => {
  const path = '/functions/v1/billing/cancel';
  const running = {
    billing: 'annual',
    source: 'simulated',
    started_at: '2026-01-02T12:00:00Z',
    ends_at: null,
  };
  const endsAt = '2027-03-05T12:00:00+00:00';
  const day = new Date(endsAt).toLocaleDateString(undefined, { dateStyle: 'long' });
  const openWith = (subscription: object) =>
    open('account', professional, ({ answer }) =>
      answer('GET /rest/v1/subscriptions', { body: [subscription] }),
    );

  it('is confirmed with its consequences, and can be undone', async () => {
    const { user, service } = await openWith(running);
    expect(await screen.findByText(/billed annually. The payment is simulated/)).toBeVisible();
    expect(service.to('/rest/v1/subscriptions')[0]?.search).toContain('user_id=eq.');
    await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
    expect(screen.getByText(/You keep Professional until the end of this year/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep Professional' })).toHaveFocus();
    expect(service.to(path)).toEqual([]);
    service.answer(`POST ${path}`, {
      body: { plan: 'professional', billing: 'annual', started_at: endsAt, ends_at: endsAt },
    });
    service.answer('GET /rest/v1/subscriptions', { body: [{ ...running, ends_at: endsAt }] });
    await user.click(screen.getByRole('button', { name: 'Cancel Professional' }));
    expect(await screen.findByText(new RegExp(`Professional ends on ${day}`))).toBeVisible();
    expect(screen.getByText(`You keep Professional until ${day}.`)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Keep Professional' })).toHaveAttribute(
      'href',
      '/checkout?tier=professional&billing=annual',
    );
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: "Plan and today's usage" })).toHaveFocus(),
    );
    expect(service.to(path)).toHaveLength(1);
  });

  it.each([
    [13, 1],
    [15, 0],
  ])(
    'shows the last day of the money-back guarantee: %i days after the start, shown %i times',
    async (age, shown) => {
      const startedAt = Date.now() - age * 86_400_000;
      await openWith({ ...running, started_at: new Date(startedAt).toISOString() });
      await screen.findByRole('button', { name: 'Cancel plan' });
      const last = new Date(startedAt + 14 * 86_400_000).toLocaleDateString(undefined, { dateStyle: 'long' });
      const text = `14-day money-back guarantee: if you cancel by ${last}, you pay nothing.`;
      expect(screen.queryAllByText(text)).toHaveLength(shown);
    },
  );

  it("is refused with the service's message, and the focus stays for another try", async () => {
    const { user, service } = await openWith({ ...running, billing: 'monthly' });
    const message = 'You have no plan to cancel.';
    service.answer(`POST ${path}`, { status: 404, body: { error: { code: 'no_plan', message } } });
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
    expect(screen.getByText(/until the end of this month/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel Professional' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('button', { name: 'Cancel Professional' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keep Professional' }));
    await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [null, 'An administrator gave you Professional.'],
    [endsAt, `An administrator gave you Professional. It ends on ${day}.`],
  ])('cannot be chosen for a plan from an administrator: %s', async (ends_at, text) => {
    await openWith({ ...running, billing: null, source: 'admin', ends_at });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
  });

  it('is not loaded on Starter', async () => {
    const { service } = await open('account', starter);
    expect(service.to('/rest/v1/subscriptions')).toEqual([]);
  });
});
