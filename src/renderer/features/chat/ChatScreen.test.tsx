import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CompletionError } from '../../../shared/completion/error.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { platform } from '../../platform/index.ts';
import { fakeSession } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { UiProvider } from '../../theme/UiProvider.tsx';
import { ChatScreen, UserChats } from './ChatScreen.tsx';
import { chatEngineOf } from './engine.ts';
import { startFakeChats } from './testing/fake-chats.ts';
import { mockGateway } from './testing/mock-gateway.ts';

const userId = fakeSession().user.id;
const model = { id: 'some/model', name: 'Some Model' };
const quota = 'You have used your 3 messages for today. Upgrade to Professional for unlimited messages.';

beforeEach(() => {
  // jsdom has no layout, and the chat list renders only the rows that fit.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(256);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.cookie = 'sidebar_state=; max-age=0; path=/';
});

/** Loads the models immediately, or when the test clicks Models. */
function Screen({ hasModels }: { readonly hasModels: boolean }) {
  const [isLoaded, setLoaded] = useState(hasModels);
  return (
    <UserChats>
      <ChatScreen
        model={isLoaded ? model : null}
        nameOfModel={() => 'Some Model'}
        QuickActions={() => null}
        AccountMenu={() => null}
        askForKey={null}
        modelPicker={
          <button type="button" onClick={() => setLoaded(true)}>
            Models
          </button>
        }
      />
    </UserChats>
  );
}

/** Opens the chat at a path, signed in, with a completion that the test controls. */
function open(
  address = '/chat',
  prepare: (service: ReturnType<typeof startFakeChats>) => void = () => {},
  { hasModels = true } = {},
) {
  const service = startFakeChats();
  prepare(service);
  storeSession();
  const client = createQueryClient();
  const { completion } = mockGateway(service);
  onTestFinished(() => chatEngineOf(userId, client).dispose());
  const app = renderApp(
    <QueryClientProvider client={client}>
      <UiProvider>
        <Screen hasModels={hasModels} />
      </UiProvider>
    </QueryClientProvider>,
    address,
  );
  const input = () => screen.findByRole('textbox', { name: 'Message' });
  return { ...app, service, input, completion };
}

const stored = (id: string, title: string) => ({
  id,
  title,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
});
const first = '11111111-1111-4111-8111-111111111111';
const second = '22222222-2222-4222-8222-222222222222';

describe('a new chat', () => {
  it('is created by its first message, and stores it and the reply [CHAT-059, CHAT-068, CHAT-071]', async () => {
    const { user, input, completion, service, address } = open();
    await user.type(await input(), '  Tell me about four-leaf clovers, please{Enter}');
    const log = await screen.findByRole('log');
    expect(within(log).getByText('Tell me about four-leaf clovers, please')).toBeVisible();
    const { end } = await completion();
    expect(within(log).getByText('Thinking')).toBeVisible();
    expect(screen.getByText('Processing your request...')).toBeVisible();
    await waitFor(() => expect(address()).toBe(`/chat?id=${service.chats[0]?.id}`));
    act(() => end('They are **rare**.'));
    expect(await within(log).findByText('rare')).toBeVisible();
    await waitFor(() =>
      expect(service.messages.map(({ role, content }) => [role, content])).toEqual([
        ['user', 'Tell me about four-leaf clovers, please'],
        ['assistant', 'They are **rare**.'],
      ]),
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tell me about four-leaf clover...');
    expect(
      await screen.findByRole('button', { name: /^Tell me about four-leaf clover\.\.\./ }),
    ).toHaveAttribute('aria-current', 'page');
    expect(await input()).toHaveValue('');
  });

  it('is removed if its first message is refused, and the text returns to the input [ROLE-020]', async () => {
    const { user, input, service, address } = open('/chat', ({ refuseMessages }) => refuseMessages(quota));
    await user.type(await input(), 'One too many{Enter}');
    expect(await screen.findByText(quota)).toBeVisible();
    expect(await input()).toHaveValue('One too many');
    expect(service.chats).toEqual([]);
    expect(address()).toBe('/chat');
  });
});

describe('a reply that fails', () => {
  it('is shown, and the same message can be retried [CHAT-051, CHAT-086]', async () => {
    const { user, input, completion, service } = open();
    await user.type(await input(), 'Hello{Enter}');
    const { fail } = await completion();
    act(() => fail(new CompletionError('timeout', 'Request timed out after 30 seconds')));
    const log = within(await screen.findByRole('log'));
    // The error must not also appear in a toast.
    expect(await screen.findByText('Request timed out after 30 seconds')).toBeVisible();
    expect(log.getByText('Error')).toBeVisible();
    expect(log.getByText('Try again in a moment, or choose another model.')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(screen.getByRole('log')).toHaveFocus();
    const { end } = await completion(1);
    act(() => end('Now it works'));
    expect(await screen.findByText('Now it works')).toBeVisible();
    expect(log.queryByText('Request timed out after 30 seconds')).toBeNull();
    await waitFor(() => expect(service.messages.map(({ role }) => role)).toEqual(['user', 'assistant']));
  });
});

describe('a reply from a failover vendor', () => {
  const withVendors = (service: ReturnType<typeof startFakeChats>) =>
    service.answer('GET /rest/v1/api_vendors', {
      body: [{ name: 'openrouter', display_name: 'OpenRouter' }],
    });
  const notice = 'OpenRouter replied because Deep Infra was unavailable';

  it('names both vendors while it arrives and after a reload', async () => {
    const { user, input, completion, service, unmount } = open('/chat', withVendors);
    await user.type(await input(), 'Hello{Enter}');
    const { say, end } = await completion();
    act(() => say('Hi', { vendor: 'openrouter', unavailableVendor: 'Deep Infra' }));
    expect(await screen.findByText(notice)).toBeVisible();
    act(() => end(' there'));
    await waitFor(() =>
      expect(service.messages.at(-1)).toMatchObject({
        vendor_id: 'openrouter',
        unavailable_vendor: 'Deep Infra',
      }),
    );
    const { chats, messages } = service;
    unmount();
    open(`/chat?id=${chats[0]?.id}`, (again) => {
      again.chats.push(...chats);
      again.messages.push(...messages);
      withVendors(again);
    });
    expect(await screen.findByText(notice)).toBeVisible();
  });

  it('requests no vendor names without a failover', async () => {
    const { user, input, completion, service } = open('/chat', withVendors);
    await user.type(await input(), 'Hello{Enter}');
    const { end } = await completion();
    act(() => end('Hi'));
    await waitFor(() => expect(service.messages).toHaveLength(2));
    const names = service.to('/rest/v1/api_vendors').filter(({ search }) => !search.includes('is_active'));
    expect(names).toEqual([]);
  });
});

describe('the input', () => {
  it('adds a line with Shift+Enter, refuses blank text with a toast, is cleared with Escape [CHAT-056, CHAT-070, CHAT-071, CHAT-072]', async () => {
    const { user, input, service } = open();
    const box = await input();
    await user.type(box, 'one{Shift>}{Enter}{/Shift}two');
    expect(box).toHaveValue('one\ntwo');
    await user.type(box, '{Escape}');
    expect(box).toHaveValue('');
    const send = screen.getByRole('button', { name: 'Send message' });
    expect(send).toHaveAttribute('aria-disabled', 'true');
    await user.click(send);
    expect(screen.queryByText('Please enter a message')).toBeNull();
    await user.type(box, '   {Enter}');
    expect(await screen.findByText('Please enter a message')).toBeVisible();
    expect(service.chats).toEqual([]);
  });

  it('sends messages written before the models have loaded, one after the other', async () => {
    const { user, input, completion, service } = open('/chat', () => {}, { hasModels: false });
    await user.type(await input(), 'Faster than the list{Enter}');
    expect(
      await screen.findByText('Waiting for the models to load. Your message will be sent then.'),
    ).toBeVisible();
    expect(await input()).toHaveValue('');
    await user.type(await input(), 'And another{Enter}');
    const waiting = screen.getByRole('region', { name: 'Waiting messages' });
    expect(within(waiting).getByText('And another')).toBeVisible();
    expect(service.messages).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Models' }));
    const { end } = await completion();
    expect(service.messages.map(({ content }) => content)).toEqual(['Faster than the list']);
    act(() => end('Reply'));
    await completion(1);
    expect(service.messages.at(-1)?.content).toBe('And another');
  });

  it('keeps a message that is longer than the service stores', async () => {
    const { input, service } = open();
    const box = await input();
    const long = 'ü'.repeat(600_000);
    fireEvent.change(box, { target: { value: long } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(await screen.findByText(/message is too long/)).toBeVisible();
    expect(box).toHaveValue(long);
    expect(service.chats).toEqual([]);
  });

  it('gets the focus with Ctrl+K', async () => {
    const { user, input } = open();
    const box = await input();
    await user.click(await screen.findByRole('searchbox'));
    await user.keyboard('{Control>}k{/Control}');
    expect(box).toHaveFocus();
  });
});

describe('the sidebar', () => {
  const withTwo = ({ chats }: ReturnType<typeof startFakeChats>) =>
    void chats.push(stored(first, 'Garden plans'), stored(second, 'Tax letter'));
  const titles = () =>
    within(screen.getByRole('navigation', { name: 'Chats' }))
      .getAllByRole('listitem')
      .flatMap((item) => item.querySelector('button')?.firstChild?.textContent ?? []);

  it('filters titles, ignoring case, and shows a note if none match [CHAT-012, CHAT-013, CHAT-015]', async () => {
    const { user } = open('/chat', withTwo);
    await screen.findByText('Tax letter');
    const search = screen.getByPlaceholderText('Search chats...');
    await user.type(search, 'GARDEN');
    expect(titles()).toEqual(['Garden plans']);
    await user.type(search, 'x');
    expect(await screen.findByText('No chats match your search')).toBeVisible();
  });

  it('shows a note if there are no chats yet [CHAT-015]', async () => {
    open();
    expect(await screen.findByText('No chats yet')).toBeVisible();
    expect(screen.getByText('Start a new conversation')).toBeVisible();
  });

  it('renames chats in the list: Enter and leaving the field save, Escape and a blank title do not [CHAT-016, CHAT-017, CHAT-076, CHAT-096]', async () => {
    const { user, service, address, input } = open('/chat', withTwo);
    const rename = async (keys: string) => {
      await user.click(await screen.findByRole('button', { name: /^Options for Garden/ }));
      await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
      const field = await screen.findByRole('textbox', { name: 'Chat title' });
      await user.clear(field);
      await user.type(field, keys);
    };
    await rename('Wrong{Escape}');
    await rename('   {Enter}');
    expect(service.chats[0]?.title).toBe('Garden plans');
    await rename('Garden, in May{Enter}');
    expect(screen.getByRole('button', { name: /^Garden, in May/ })).toHaveFocus();
    expect(address()).toBe('/chat');
    expect(await screen.findByText('Chat renamed')).toBeVisible();
    expect(service.chats[0]?.title).toBe('Garden, in May');
    await rename('Garden, in June');
    await user.click(await input());
    await waitFor(() => expect(service.chats[0]?.title).toBe('Garden, in June'));
    expect(screen.queryByRole('textbox', { name: 'Chat title' })).toBeNull();
  });

  it('deletes the open chat and opens a new one [CHAT-016, CHAT-067, CHAT-095]', async () => {
    const { user, service, address } = open(`/chat?id=${second}`, withTwo);
    await user.click(await screen.findByRole('button', { name: 'Options for Tax letter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText('Chat deleted: Tax letter')).toBeVisible();
    expect(screen.queryByText('Chat deleted')).toBeNull();
    expect(service.chats.map(({ title }) => title)).toEqual(['Garden plans']);
    expect(address()).toBe('/chat');
    expect(screen.queryByText('Chat not found')).toBeNull();
  });

  it('keeps the focus in the list when another chat is deleted', async () => {
    const { user } = open(`/chat?id=${second}`, withTwo);
    await user.click(await screen.findByRole('button', { name: 'Options for Garden plans' }));
    await user.keyboard('{ArrowUp}{Enter}');
    expect(await screen.findByText('Chat deleted: Garden plans')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: /^Tax letter/ })).toHaveFocus());
  });

  it('moves the focus into the drawer and back', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const media = new EventTarget() as MediaQueryList;
      return Object.assign(media, { matches: query.includes('767.98'), media: query });
    });
    const { user } = open('/chat', withTwo);
    const conversation = within(await screen.findByRole('region', { name: 'New Chat' }));
    const opener = conversation.getByRole('button', { name: 'Open sidebar' });
    await user.click(opener);
    expect(screen.getByRole('button', { name: 'Close sidebar' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(opener).toHaveFocus();
  });

  it('is toggled with Ctrl+B and keeps its state [CHAT-020, CHAT-022]', async () => {
    const { user } = open();
    const toggle = await screen.findByRole('button', { name: 'Close sidebar' });
    await user.keyboard('{Control>}b{/Control}');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(document.cookie).toContain('sidebar_state=false');
  });
});

describe('a stored chat', () => {
  const withMessages = ({ chats, messages }: ReturnType<typeof startFakeChats>) => {
    chats.push(stored(first, 'Garden plans'));
    for (const [index, [role, content]] of [
      ['user', 'What grows?'],
      ['assistant', 'Clover.'],
    ].entries())
      messages.push({
        id: `m${index}`,
        chat_id: first,
        role: role!,
        content: content!,
        status: 'complete',
        model_id: null,
        vendor_id: null,
        unavailable_vendor: null,
        created_at: `2026-11-20T10:00:0${index}Z`,
        seq: index,
      });
  };

  it('is opened by its URL, and all of it is shown immediately [CHAT-002, CHAT-054, CHAT-066]', async () => {
    open(`/chat?id=${first}`, withMessages);
    expect(await screen.findByText('Clover.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Garden plans' })).toBeVisible();
    expect(screen.getAllByText('2 messages')).toHaveLength(1);
  });

  it('is copied and exported as a transcript [CHAT-033, CHAT-101, CHAT-102]', async () => {
    const save = vi.spyOn(platform, 'saveTextFile').mockImplementation(async (name) => name);
    const { user } = open(`/chat?id=${first}`, withMessages);
    const transcript = 'user: What grows?\n\nassistant: Clover.';
    await user.click(await screen.findByRole('button', { name: 'Copy All' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(transcript));
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export as text (.txt)' }));
    await waitFor(() =>
      expect(save).toHaveBeenCalledWith(expect.stringMatching(/^chat-\d{4}-\d\d-\d\d\.txt$/), transcript),
    );
    expect(await screen.findByText(/^chat-\d{4}-\d\d-\d\d\.txt$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('menuitem', { name: 'Export as Markdown (.md)' })).toBeVisible();
  });

  it('shows an error if the export fails', async () => {
    vi.spyOn(platform, 'saveTextFile').mockRejectedValue(new Error('ENOSPC'));
    const { user } = open(`/chat?id=${first}`, withMessages);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export as text (.txt)' }));
    expect(await screen.findByText("Couldn't export the chat. Try again.")).toBeVisible();
  });

  it('without messages shows "Ready to Chat" [CHAT-009]', async () => {
    open(`/chat?id=${first}`, ({ chats }) => void chats.push(stored(first, 'Garden plans')));
    const heading = await screen.findByRole('heading', { name: 'Ready to Chat' });
    expect(heading).toBeVisible();
    expect(heading.parentElement).toHaveTextContent(
      "Start a conversation by typing your message below. I'm here to help with any questions you have!",
    );
  });

  it('that was deleted or belongs to someone else is replaced by a new chat, with a toast', async () => {
    const { address, input, user, completion, service } = open(`/chat?id=${second}`, withMessages);
    await waitFor(() => expect(address()).toBe('/chat'));
    expect(await screen.findByText('Chat not found')).toBeVisible();
    await user.type(await input(), 'Hello{Enter}');
    await completion();
    expect(service.messages.at(-1)?.chat_id).not.toBe(second);
  });
});
