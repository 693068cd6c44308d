import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeUser } from '../../../testing/fake-service.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';

const vendor = (name: string) => ({
  id: name,
  name,
  display_name: name,
  endpoint_url: null,
  has_key: false,
  is_active: true,
  config: {},
});
const withVendor =
  (name: string, isAdmin = false) =>
  ({ answer, changeAccess }: FakeChats) => {
    answer('GET /rest/v1/api_vendors', { body: [vendor(name)] });
    changeAccess({ is_admin: isAdmin });
  };
const withUsage =
  (plan: string, allowed: number | null, used: number) =>
  ({ answer }: FakeChats) =>
    answer('POST /rest/v1/rpc/get_message_quota', { body: { plan, allowed, used } });
const link = (name: string) => screen.queryByRole('link', { name });

it('puts an example into the input without sending it, and lets the user restore the replaced text', async () => {
  const { user, input, service } = openChat();
  await user.type(await input(), 'My own words');
  const examples = within(screen.getByRole('list', { name: 'Examples' })).getAllByRole('button');
  expect(examples).toHaveLength(4);
  await user.click(examples[1]!);
  expect(await input()).toHaveValue('Compare renting and buying a home in a table');
  expect(await input()).toHaveFocus();
  expect(service.messages).toEqual([]);
  await user.clear(await input());
  await user.keyboard('{Control>}z{/Control}');
  expect(await input()).toHaveValue('My own words');
});

it('mentions the demo, and links only administrators to the providers', async () => {
  const { unmount } = openChat('/chat', withVendor('demo', true));
  expect(await screen.findByText(/^Demo mode: replies are prewritten\./)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Connect a provider' })).toHaveAttribute(
    'href',
    '/admin/api-vendors',
  );
  unmount();
  openChat('/chat', withVendor('demo'));
  expect(
    await screen.findByText('Demo mode: replies are prewritten. An administrator can connect a provider.'),
  ).toBeVisible();
  expect(link('Connect a provider')).toBeNull();
});

it('does not mention the demo if a model replies', async () => {
  const { service, input } = openChat('/chat', withVendor('openai'));
  await input();
  await screen.findByText("Administrators can't read your chats unless you allow it.", { exact: false });
  expect(service.to('/rest/v1/api_vendors').length).toBeGreaterThan(0);
  expect(screen.queryByText(/Demo mode/)).toBeNull();
});

it('does not mention the demo if the picked model uses the own key of the user', async () => {
  const own = { id: 'gpt', name: 'GPT', vendorName: 'openai' };
  const { service, client } = openChat('/chat', withVendor('demo'), {}, null, own);
  await waitFor(() => expect(service.to('/rest/v1/api_vendors').length).toBeGreaterThan(0));
  await waitFor(() => expect(client.isFetching({ queryKey: ['vendors'] })).toBe(0));
  expect(screen.queryByText(/Demo mode/)).toBeNull();
});

it.each<[string, (service: FakeChats) => void, FakeUser, string, string]>([
  ['a Starter', withUsage('starter', 3, 2), {}, '1 message left today.', 'Upgrade'],
  ['a guest', withUsage('guest', 40, 1), { isAnonymous: true }, '39 messages left today.', 'Create account'],
])(
  'shows %s how many messages are left today and how to get more',
  async (_who, prepare, person, left, offer) => {
    openChat('/chat', prepare, person);
    expect(await screen.findByText(left)).toBeVisible();
    expect(link(offer)).toBeVisible();
  },
);

it('links to the list of outgoing requests, and shows no count without a limit', async () => {
  openChat('/chat', withUsage('professional', null, 12));
  expect(await screen.findByRole('link', { name: 'Where your data goes' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  expect(screen.queryByText(/left today/)).toBeNull();
  expect(link('Upgrade')).toBeNull();
});

it('updates the count after each message [ROLE-020]', async () => {
  const { user, input, service, completion } = openChat('/chat', withUsage('starter', 3, 0));
  expect(await screen.findByText('3 messages left today.')).toBeVisible();
  withUsage('starter', 3, 1)(service);
  await user.type(await input(), 'Hello{Enter}');
  (await completion()).end('Hi');
  await screen.findByText('Hi');
  await user.click(screen.getByRole('button', { name: 'New chat' }));
  expect(await screen.findByText('2 messages left today.')).toBeVisible();
});
