import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startFakeChats } from '../features/chat/testing/fake-chats.ts';
import { mockGateway } from '../features/chat/testing/mock-gateway.ts';
import { getSupabase } from '../lib/supabase.ts';
import { platform } from '../platform/index.ts';
import { fakeSession } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { ChatRoute } from './ChatRoute.tsx';

const { access_token: accessToken } = fakeSession();
const vendor = {
  id: 'openai',
  name: 'openai',
  display_name: 'OpenAI',
  endpoint_url: 'https://api.openai.example/v1/chat/completions',
  has_key: false,
  is_active: true,
  config: { default_model: 'gpt-4o-mini' },
};
const chatId = '7a0d1d0e-2f5b-4c6e-9d1a-0b8f6c1d2e3f';
const details = { vendor: 'openai', model: 'gpt-4o-mini', status: 200, code: null };
const works = { success: true, latency: 12, message: 'Connection successful (12ms)', details };

beforeEach(() => vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600));
afterEach(async () => {
  vi.restoreAllMocks();
  await platform.ownKeys.forget(accessToken);
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

it('asks for a missing key instead of sending, keeps the text, and sends it once a key is set [KEY-014, KEY-023]', async () => {
  const chats = startFakeChats();
  chats.answer('GET /rest/v1/api_vendors', { body: [vendor] });
  chats.answer('GET /rest/v1/ai_models', { body: [] });
  chats.answer('GET /rest/v1/api_vendor_models', {
    body: [{ vendor_id: 'openai', model_id: 'gpt-4o-mini', display_name: 'GPT-4o mini', config: {} }],
  });
  chats.answer('POST /functions/v1/models/check', { body: works });
  const completeChat = vi
    .spyOn(platform, 'completeChat')
    .mockResolvedValue({ text: 'Hi', finishReason: 'stop', model: 'gpt-4o-mini' });
  storeSession();
  const { user } = renderApp(<ChatRoute />, '/chat');

  await screen.findByRole('button', { name: /GPT-4o mini. Choose another model/ });
  const input = await screen.findByRole('textbox', { name: 'Message' });
  await user.type(input, 'Hello{Enter}');
  expect(await screen.findByText(/OpenAI needs an API key before it can reply/)).toBeVisible();
  expect(input).toHaveValue('Hello');
  expect(completeChat).not.toHaveBeenCalled();
  expect(chats.messages).toEqual([]);

  await user.type(await screen.findByLabelText('API key'), 'sk-own-key-0123456789{Enter}');
  expect(await screen.findByText('API Key Set')).toBeVisible();
  await waitFor(() => expect(screen.queryByLabelText('API key')).toBeNull());
  await user.type(input, '{Enter}');
  await waitFor(() => expect(completeChat).toHaveBeenCalledOnce());
  const [request, options] = completeChat.mock.calls[0]!;
  expect(request).toMatchObject({ vendor: 'openai', model: 'gpt-4o-mini' });
  expect(options.endpointOrigin).toBe('https://api.openai.example');
  expect(JSON.stringify(request)).not.toContain('sk-own');
});

it('lets a newly selected model answer the last message without storing it again [MODEL-037]', async () => {
  const chats = startFakeChats();
  const at = new Date().toISOString();
  chats.chats.push({ id: chatId, title: 'Question', created_at: at, updated_at: at });
  chats.messages.push({
    id: 'asked',
    chat_id: chatId,
    role: 'user',
    content: 'Are you there?',
    status: 'complete',
    model_id: null,
    vendor_id: null,
    unavailable_vendor: null,
    created_at: at,
    seq: 1,
  });
  chats.answer('GET /rest/v1/api_vendors', { body: [{ ...vendor, has_key: true }] });
  chats.answer('GET /rest/v1/ai_models', { body: [] });
  chats.answer('GET /rest/v1/api_vendor_models', {
    body: ['gpt-4o-mini', 'gpt-4o'].map((id) => ({
      vendor_id: 'openai',
      model_id: id,
      display_name: id,
      config: {},
    })),
  });
  chats.answer('POST /functions/v1/models/check', { body: works });
  const { completion, completions } = mockGateway(chats);
  onTestFinished(() => platform.uiState.set('model', ''));
  storeSession();
  const { user } = renderApp(<ChatRoute />, `/chat?id=${chatId}`);
  await user.click(await screen.findByRole('button', { name: /Choose another model/ }));
  await screen.findByText('Are you there?');
  await user.click(await screen.findByRole('option', { name: /GPT-4o(?! Mini)/ }));
  const { request, end } = await completion();
  expect(request).toMatchObject({ messageId: 'asked', model: 'gpt-4o' });
  end('Here I am');
  expect(await screen.findByText('Here I am')).toBeVisible();
  expect(chats.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(completions).toHaveLength(1);
});
