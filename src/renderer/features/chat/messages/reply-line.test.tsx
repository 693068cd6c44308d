import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openChat } from '../testing/open-chat.tsx';
import { gardenChat } from '../testing/garden-chat.ts';
import { formatTime } from './clock.ts';

it('shows the model and the time, and opens the details', async () => {
  const { user } = openChat(...gardenChat({ model_id: 'some/model', vendor_id: 'openai' }));
  const reply = within(await screen.findByRole('article', { name: 'Some Model' }));
  expect(reply.getByText('1 min read')).toBeVisible();
  expect(reply.getByTitle(/2026/)).toHaveAttribute('datetime', '2026-11-20T10:00:00Z');
  await user.click(reply.getByRole('button', { name: 'Some Model' }));
  const details = await screen.findByRole('dialog', { name: 'Reply details' });
  await vi.waitFor(() => expect(details).toHaveTextContent('ModelSome Model (some/model)'));
  expect(details).toHaveTextContent('Provideropenai');
  await user.keyboard('{Escape}');
  expect(reply.getByRole('button', { name: 'Some Model' })).toHaveFocus();
});

it("shows the reply's and the chat's usage only in the details", async () => {
  const usage = {
    milliseconds: 8200,
    prompt_tokens: 1000,
    completion_tokens: 204,
    reasoning_tokens: 100,
    cost: 4_540_000,
    is_cost_estimated: true,
    unavailable_reason: '503',
  };
  const { user } = openChat(...gardenChat({ unavailable_vendor: 'OpenAI', usage }));
  const reply = within(await screen.findByRole('article', { name: 'Some Model' }));
  expect(reply.queryByText(/took|tokens|\$/)).toBeNull();
  await user.click(reply.getByRole('button', { name: 'Some Model' }));
  const details = await screen.findByRole('dialog', { name: 'Reply details' });
  await vi.waitFor(() => expect(details).toHaveTextContent('Duration8 s'));
  expect(details).toHaveTextContent('Tokens1,000 input, 204 output (100 thinking)');
  expect(details).toHaveTextContent('Priceabout $0.0045');
  expect(details).toHaveTextContent('Unavailable providerOpenAI: error 503');
  await vi.waitFor(() =>
    expect(details).toHaveTextContent(
      'This chatabout 3,408 tokens · about $0.0075 · 1 reply without a known price',
    ),
  );
});

it("shows the cost paid with the user's own key, for the reply and for the chat", async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 204, cost: 4_540_000, is_own_key: true };
  const { service, user } = openChat(...gardenChat({ usage }));
  const sum = { tokens: 3408, cost: 7_500_000, is_estimated: false, is_cost_estimated: false };
  service.answer('POST /rest/v1/rpc/get_chat_usage', {
    body: { ...sum, priced: 2, unpriced: 0, own_tokens: 1204, own_cost: 4_540_000 },
  });
  const reply = within(await screen.findByRole('article', { name: 'Some Model' }));
  expect(reply.getByText('$0.0045')).toBeVisible();
  await user.click(reply.getByRole('button', { name: 'Some Model' }));
  const details = await screen.findByRole('dialog', { name: 'Reply details' });
  await vi.waitFor(() => expect(details).toHaveTextContent('Price$0.0045, with your own key'));
  await vi.waitFor(() =>
    expect(details).toHaveTextContent(
      'This chat3,408 tokens · $0.0075 (1,204 tokens · $0.0045 with your own keys and models)',
    ),
  );
});

it('leaves out usage that is unknown', async () => {
  const { service, user } = openChat(...gardenChat());
  const reply = within(await screen.findByRole('article', { name: 'Some Model' }));
  expect(reply.queryByText(/token|took|\$/)).toBeNull();
  await user.click(reply.getByRole('button', { name: 'Some Model' }));
  const details = await screen.findByRole('dialog', { name: 'Reply details' });
  await vi.waitFor(() => expect(details).toHaveTextContent('ModelSome Model'));
  expect(details).not.toHaveTextContent(/Tokens|Price|This chat/);
  expect(service.requests.map(({ path }) => path)).not.toContain('/rest/v1/rpc/get_chat_usage');
});

it('shows the time if the message is from today, and otherwise the day', () => {
  const now = new Date(2026, 10, 20, 18, 0);
  const at = (year: number, month: number, day: number) => new Date(year, month, day, 14, 5).toISOString();
  expect(formatTime(at(2026, 10, 20), now)).toMatch(/^\S*2:05\sPM$|^14:05$/);
  expect(formatTime(at(2026, 2, 1), now)).toContain('Mar');
  expect(formatTime(at(2025, 2, 1), now)).toContain('2025');
});

it('lists the remembered facts that the reply was requested with, if they still exist', async () => {
  const { service, user } = openChat(...gardenChat({ usage: { instructions: ['account', 'memory'] } }));
  const row = { chat_id: null, message_id: null, revision: 1 };
  service.answer('GET /rest/v1/memories', {
    body: [
      { ...row, id: 'm1', content: 'I drink tea.', created_at: '2026-11-01T12:00:00+00:00' },
      { ...row, id: 'm2', content: 'I live in Lyon.', created_at: '2026-11-29T12:00:00+00:00' },
    ],
  });
  const reply = within(await screen.findByRole('article', { name: 'Some Model' }));
  await user.click(reply.getByRole('button', { name: 'Some Model' }));
  const details = await screen.findByRole('dialog', { name: 'Reply details' });
  await vi.waitFor(() => expect(details).toHaveTextContent('MemoryI drink tea.'));
  expect(details).toHaveTextContent('InstructionsYour settings');
  expect(details).not.toHaveTextContent('Lyon');
});
