import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { expect, it, onTestFinished } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.tsx';
import { platform } from '../../platform/index.ts';
import { fakeSession, startFakeService } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { writeChoice } from './chat-choices.ts';
import { type ModelSelection, useModelSelection } from './use-model-selection.ts';

let selection: ModelSelection;

function Chats() {
  const current = useModelSelection();
  useEffect(() => {
    selection = current;
  }, [current]);
  return ['/chat?id=a', '/chat?id=b', '/chat'].map((to) => (
    <Link key={to} to={to}>
      {to}
    </Link>
  ));
}
const Screen = () => useSession().user && <Chats />;

function open(address: string) {
  const service = startFakeService();
  const vendor = {
    id: 'openai',
    name: 'openai',
    display_name: 'OpenAI',
    endpoint_url: 'https://api.example/v1',
  };
  const details = { vendor: 'openai', model: 'one', status: 200, code: null };
  const models = ['one', 'two'].map((model_id) => ({
    vendor_id: 'openai',
    model_id,
    display_name: '',
    config: {},
  }));
  service.answer('POST /rest/v1/rpc/current_plan', { body: 'professional' });
  service.answer('GET /rest/v1/api_vendors', {
    body: [{ ...vendor, has_key: true, is_active: true, config: {} }],
  });
  service.answer('GET /rest/v1/ai_models', { body: [] });
  service.answer('GET /rest/v1/api_vendor_models', { body: models });
  service.answer('POST /functions/v1/models/check', {
    body: { success: true, latency: 1, message: '', details },
  });
  storeSession();
  onTestFinished(() => platform.uiState.set('model', ''));
  return renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <Screen />
    </QueryClientProvider>,
    address,
  );
}
const inUse = () => selection.model?.id;

it('each chat keeps its model, and a new one starts with the model picked last', async () => {
  const { user, unmount } = open('/chat?id=a');
  const go = (to: string) => user.click(screen.getByRole('link', { name: to }));
  await waitFor(() => expect(inUse()).toBe('one'));
  await go('/chat?id=b');
  await act(() => selection.select('two', selection.sections[0]!));
  await waitFor(() => expect(inUse()).toBe('two'));
  await go('/chat?id=a');
  await waitFor(() => expect(inUse()).toBe('one'));
  await go('/chat');
  await waitFor(() => expect(inUse()).toBe('two'));
  unmount();
  open('/chat?id=a');
  await waitFor(() => expect(inUse()).toBe('one'));
});

it('a chat whose model is gone uses the default one [MODEL-025]', async () => {
  const { id } = fakeSession().user;
  writeChoice(id, 'a', { id: 'gone', vendorName: null });
  writeChoice(id, 'b', { id: 'two', vendorName: 'gone' });
  const { user } = open('/chat?id=a');
  await waitFor(() => expect(inUse()).toBe('one'));
  await user.click(screen.getByRole('link', { name: '/chat?id=b' }));
  await waitFor(() => expect(inUse()).toBe('one'));
});
