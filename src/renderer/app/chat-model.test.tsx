import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { chatEngineOf } from '../features/chat/engine.ts';
import { startFakeChats } from '../features/chat/testing/fake-chats.ts';
import { mockGateway } from '../features/chat/testing/mock-gateway.ts';
import { chatId, storedChat } from '../features/chat/testing/stored-chats.ts';
// Load it first, so that a slow machine does not fail a test.
import '../features/models/picker/Choices.tsx';
import { queryClient } from '../lib/query-client.ts';
import { platform } from '../platform/index.ts';
import { fakeSession } from '../testing/fake-service.ts';
import { setListHeight } from '../testing/lists.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { ChatRoute } from './ChatRoute.tsx';

const vendor = {
  id: 'openai',
  name: 'openai',
  display_name: 'OpenAI',
  endpoint_url: 'https://api.openai.example/v1/chat/completions',
  has_key: true,
  is_active: true,
  config: {},
};
const details = { vendor: 'openai', model: 'one', status: 200, code: null };

function open(address: string) {
  const service = startFakeChats();
  service.chats.push(storedChat(1, 'Apples'), storedChat(2, 'Bread', 1, { model_id: 'two' }));
  service.changeAccess({ plan: 'professional' });
  service.answer('GET /rest/v1/api_vendors', { body: [vendor] });
  service.answer('GET /rest/v1/api_vendor_models', {
    body: ['one', 'two'].map((model_id) => ({ vendor_id: 'openai', model_id, display_name: '', config: {} })),
  });
  service.answer('POST /functions/v1/models/check', {
    body: { success: true, latency: 1, message: '', details },
  });
  const gateway = mockGateway(service);
  storeSession();
  setListHeight();
  onTestFinished(() => {
    platform.uiState.set('model', '');
    chatEngineOf(fakeSession().user.id, queryClient).dispose();
    queryClient.clear();
    vi.restoreAllMocks();
  });
  return { ...renderApp(<ChatRoute />, address), service, gateway };
}
const picker = (model: string) =>
  screen.findByRole('button', { name: `Model: ${model}. Choose another model` });
const modelOf = (chat: unknown) => {
  const { model_id, vendor_id } = chat as Record<string, unknown>;
  return { model_id, vendor_id };
};

it('selecting a model stores it with that chat only', async () => {
  const { user, service } = open(`/chat?id=${chatId(1)}`);
  await user.click(await picker('One'));
  await user.click(await screen.findByRole('option', { name: /^Two/ }));
  await picker('Two');
  await waitFor(() => expect(modelOf(service.chats[0])).toEqual({ model_id: 'two', vendor_id: null }));
  expect(modelOf(service.chats[1])).toEqual({ model_id: 'two', vendor_id: null });
});

it('a chat opens with the model selected on another device', async () => {
  open(`/chat?id=${chatId(2)}`);
  expect(await picker('Two')).toBeVisible();
});

it('a new chat is created with the selected model', async () => {
  const { user, service, gateway } = open('/chat');
  await user.click(await picker('One'));
  await user.click(await screen.findByRole('option', { name: /^Two/ }));
  await picker('Two');
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Hello{Enter}');
  await waitFor(() => expect(service.chats[2]).toMatchObject({ model_id: 'two', vendor_id: null }));
  (await gateway.completion()).end('Hello.');
  expect(await picker('Two')).toBeVisible();
});

it('a chat without a model keeps the model of its next reply', async () => {
  const { user, service } = open(`/chat?id=${chatId(1)}`);
  await picker('One');
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Hello{Enter}');
  await waitFor(() => expect(modelOf(service.chats[0])).toEqual({ model_id: 'one', vendor_id: null }));
});
