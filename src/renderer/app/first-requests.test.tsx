import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { chatEngineOf } from '../features/chat/engine.ts';
import { type FakeChats, startFakeChats } from '../features/chat/testing/fake-chats.ts';
import { storedChat } from '../features/chat/testing/stored-chats.ts';
import { queryClient } from '../lib/query-client.ts';
import { getSupabase } from '../lib/supabase.ts';
import { type Answer, fakeSession } from '../testing/fake-service.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { renderedSession, SessionProbe } from '../testing/session-probe.tsx';
// Load it first, so that a slow machine does not fail a test.
import '../features/chat/sidebar/ChatList.tsx';
import '../features/chat/sidebar/NoChats.tsx';
import '../features/models/ModelPicker.tsx';
import { ChatRoute } from './ChatRoute.tsx';
import { FollowAccountAccess } from './FollowAccountAccess.tsx';

const access = {
  access: 'active',
  plan: 'starter',
  is_admin: false,
  requirement: null,
  running: [],
  chat_list: 'a',
  project_list: 'a',
  model_list: 'a',
};
const model = (model_id: string) => ({
  model_id,
  display_name: model_id,
  icon_text: '',
  size_label: '',
  description_items: [],
  is_new: false,
  is_pro: false,
  is_beta: false,
  is_default: false,
  supports_images: false,
});
const first = {
  access,
  starter: [{ setting_key: 'starter_models', setting_value: '1' }],
  chats: [],
  pinned: [],
  has_chats: false,
  projects: [],
  quota: { plan: 'starter', allowed: 3, used: 0, resets_at: '2026-11-30T00:00:00Z' },
  vendors: [
    {
      id: 'demo',
      name: 'demo',
      display_name: 'Demo',
      endpoint_url: null,
      has_key: false,
      is_active: true,
      is_enabled: false,
      config: {},
    },
    {
      id: 'ollama',
      name: 'ollama',
      display_name: 'Ollama',
      endpoint_url: 'http://localhost:11434/v1/chat/completions',
      has_key: false,
      is_active: false,
      is_enabled: false,
      config: { needs_key: false },
    },
  ],
  models: [model('one'), model('two')],
};

let service: FakeChats;
beforeEach(() => {
  service = startFakeChats();
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  // The session reads `window.location`, which the router of the tests doesn't change.
  window.history.replaceState(null, '', '/chat');
});
afterEach(async () => {
  window.history.replaceState(null, '', '/');
  vi.restoreAllMocks();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

function open(start: Answer) {
  service.answer('POST /rest/v1/rpc/app_start', start);
  service.answer('POST /rest/v1/rpc/own_access', { body: access });
  storeSession();
  onTestFinished(() => {
    chatEngineOf(fakeSession().user.id, queryClient).dispose();
    queryClient.clear();
  });
  return renderApp(
    <>
      <SessionProbe />
      <FollowAccountAccess />
      <ChatRoute />
    </>,
    '/chat',
  );
}
const requests = () => service.requests.map(({ path }) => path).filter((path) => path !== '/config.json');
const isJoined = () =>
  ['account_changes', 'running_replies', 'chat_history'].every((table) => FakeSocket.isJoined(table));
/** Waits until all parts are shown and all channels are open. */
async function opened() {
  await screen.findByRole('button', { name: /Choose another model/ });
  await screen.findByText('No chats yet');
  await waitFor(() => expect(isJoined()).toBe(true));
  await waitFor(() => expect(requests()).toContain('/rest/v1/rpc/own_access'));
}

it('opens a chat without a message with one request, and another one when realtime opens', async () => {
  open({ body: first });
  await opened();
  expect(requests()).toEqual(['/rest/v1/rpc/app_start', '/rest/v1/rpc/own_access']);
  expect(renderedSession().user?.plan).toBe('starter');
});

it('opens it although the first request fails, with separate ones', async () => {
  service.answer('GET /rest/v1/api_vendors', { body: first.vendors });
  service.answer('GET /rest/v1/ai_models', { body: first.models });
  open({ status: 500, body: { message: 'No' } });
  await opened();
  expect(renderedSession().user?.plan).toBe('starter');
  expect(requests().filter((path) => path === '/rest/v1/rpc/app_start')).toHaveLength(1);
});

it('signs out a banned user who opens the chat [REAL-009, ROLE-011]', async () => {
  open({ body: { ...first, access: { ...access, access: 'banned' } } });
  await waitFor(() => expect(renderedSession()).toMatchObject({ status: 'signed-out', endedBy: 'ban' }));
  expect(requests()).not.toContain('/rest/v1/rpc/own_access');
});

it('finds changes that were made before realtime opened', async () => {
  open({ body: first });
  service.answer('POST /rest/v1/rpc/own_access', { body: { ...access, plan: 'professional' } });
  await waitFor(() => expect(renderedSession().user?.plan).toBe('starter'));
  await waitFor(() => expect(renderedSession().user?.plan).toBe('professional'));
});

it('reloads the list if a chat was deleted before realtime opened', async () => {
  const [kept, deleted] = [storedChat(1, 'Kept'), storedChat(2, 'Deleted')];
  service.chats.push(kept);
  open({ body: { ...first, has_chats: true, chats: [kept, deleted] } });
  service.answer('POST /rest/v1/rpc/own_access', { body: { ...access, chat_list: 'b' } });
  expect(await screen.findByText('Deleted')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull());
  expect(screen.getByText('Kept')).toBeVisible();
});

it('reloads projects, models and vendors if they changed before realtime opened', async () => {
  const project = (id: string, name: string) => ({
    id,
    name,
    color: null,
    model_id: null,
    vendor_id: null,
    persona_id: null,
    archived_at: null,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
  });
  service.answer('GET /rest/v1/projects', { body: [project('project', 'Renamed')] });
  service.answer('GET /rest/v1/api_vendors', { body: first.vendors });
  service.answer('GET /rest/v1/ai_models', { body: [model('three')] });
  open({ body: { ...first, projects: [project('project', 'Garden')] } });
  service.answer('POST /rest/v1/rpc/own_access', {
    body: { ...access, project_list: 'b', model_list: 'b' },
  });
  expect(await screen.findByText('Garden')).toBeVisible();
  expect(await screen.findByText('Renamed')).toBeVisible();
  // Vendors are reloaded after a pause.
  await waitFor(
    () => expect(requests()).toEqual(expect.arrayContaining(['/rest/v1/api_vendors', '/rest/v1/ai_models'])),
    { timeout: 5_000 },
  );
  expect(requests().filter((path) => path === '/rest/v1/rpc/own_access')).toHaveLength(1);
});

it('requests what may have changed when a channel opens again', async () => {
  open({ body: first });
  await opened();
  const before = requests().length;
  act(() => FakeSocket.endChannels('running_replies'));
  await waitFor(() => expect(requests().length).toBeGreaterThan(before), { timeout: 5_000 });
  expect(requests().slice(before)).toEqual(['/rest/v1/rpc/own_access']);
});

it('requests archived chats and those of projects only if the user has chats', async () => {
  service.chats.push({ ...storedChat(1, 'Old plans'), archived_at: new Date().toISOString() });
  open({ body: { ...first, has_chats: true } });
  expect(await screen.findByRole('link', { name: 'Archived chats' })).toBeVisible();
});
