import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session.tsx';
import { fakeSession } from '../../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { UiProvider } from '../../../theme/UiProvider.tsx';
import { ChatScreen } from '../ChatScreen.tsx';
import { chatEngineOf } from '../engine.ts';
import { type FakeChats, startFakeChats, type StoredChat } from './fake-chats.ts';

const model = { id: 'some/model', name: 'Some Model' };

/** The chat at an address, signed in, over a service in memory. jsdom lays nothing out: the list is 600 px high. */
export function renderChat(address = '/chat', prepare: (service: FakeChats) => void = () => {}) {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(256);
  const service = startFakeChats();
  prepare(service);
  storeSession();
  const client = createQueryClient();
  onTestFinished(() => {
    chatEngineOf(fakeSession().user.id, client).dispose();
    vi.restoreAllMocks();
    document.cookie = 'sidebar_state=; max-age=0; path=/';
  });
  const app = renderApp(
    <QueryClientProvider client={client}>
      <UiProvider>
        <SignedIn />
      </UiProvider>
    </QueryClientProvider>,
    address,
  );
  return { ...app, service, client, input: () => screen.findByRole('textbox', { name: 'Message' }) };
}

function SignedIn() {
  const { user } = useSession();
  return (
    user && (
      <ChatScreen
        model={model}
        nameOfModel={() => model.name}
        QuickActions={() => null}
        modelPicker={<button type="button">Models</button>}
      />
    )
  );
}

/** The id of the n-th stored chat of a test. */
export const chatId = (n: number): string => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`;

/** A stored chat, last changed so many days ago. */
export function storedChat(n: number, title: string, days = 0, change: Partial<StoredChat> = {}): StoredChat {
  const at = new Date();
  at.setDate(at.getDate() - days);
  // The later in the test's list, the older, so that the order is that of the list.
  const changed = new Date(at.getTime() - n).toISOString();
  return { id: chatId(n), title, created_at: changed, updated_at: changed, pinned_at: null, ...change };
}
