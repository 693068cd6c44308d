import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { type FakeUser, fakeSession } from '../../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { UiProvider } from '../../../theme/UiProvider.tsx';
import type { AccountMenuSlot } from '../chat-context.ts';
import type { ChatModel } from '../turn/live-turn.ts';
import { ChatScreen, UserChats } from '../ChatScreen.tsx';
import { chatEngineOf } from '../engine.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../deferred-parts.ts';
import '../sidebar/ChatList.tsx';
import { type FakeChats, startFakeChats } from './fake-chats.ts';
import { mockGateway } from './mock-gateway.ts';

const userId = fakeSession().user.id;
const someModel: ChatModel = { id: 'some/model', name: 'Some Model' };

// Defined outside of the screen, because a new component in each render would lose the focus.
const AccountMenu = ({ entries }: AccountMenuSlot) =>
  entries.map(({ label, onSelect }) => (
    <button key={label} type="button" onClick={onSelect}>
      {label}
    </button>
  ));

const Screen = ({ model }: { readonly model: ChatModel }) => (
  <ChatScreen
    model={model}
    models={[model, { id: 'other/model', name: 'Other Model' }]}
    askForKey={null}
    nameOfModel={() => 'Some Model'}
    QuickActions={() => <p>Quick actions</p>}
    AccountMenu={AccountMenu}
    modelPicker={<button type="button">Models</button>}
  />
);

/** Opens the chat at a path, signed in. The service is in memory, and the test controls the completions. */
export function openChat(
  address = '/chat',
  prepare: (service: FakeChats) => void = () => {},
  person: FakeUser = {},
  beside: ReactNode = null,
  model = someModel,
) {
  // jsdom has no layout, and the list only renders rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(256);
  const service = startFakeChats();
  prepare(service);
  storeSession(person);
  const client = createQueryClient();
  const { completion, completions, resumed, stopped } = mockGateway(service);
  const engine = () => chatEngineOf(userId, client);
  onTestFinished(() => {
    engine().dispose();
    vi.restoreAllMocks();
    document.cookie = 'sidebar_state=; max-age=0; path=/';
  });
  const app = renderApp(
    <QueryClientProvider client={client}>
      <UiProvider>
        <UserChats>
          <Screen model={model} />
        </UserChats>
        {beside}
      </UiProvider>
    </QueryClientProvider>,
    address,
  );
  return {
    ...app,
    service,
    client,
    engine,
    input: () => screen.findByRole('textbox', { name: 'Message' }),
    completion,
    /** The ids of replies that the page has asked to stop. */
    stopped,
    resumed,
    completions,
  };
}
