import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openChat } from '../testing/open-chat.tsx';

const canary = 'clover-canary-7f3a';
const begin = async (user: ReturnType<typeof openChat>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Temporary chat' }));

async function talk(chat: ReturnType<typeof openChat>) {
  await begin(chat.user);
  await chat.user.type(await chat.input(), `Tell me about ${canary}{Enter}`);
  const { end, request } = await chat.completion();
  act(() => end(`All about ${canary}.`));
  expect(await within(await screen.findByRole('log')).findByText(`All about ${canary}.`)).toBeVisible();
  return request;
}

describe('a temporary chat', () => {
  it('is marked on screen, has no id in its URL and stores nothing on the service', async () => {
    const chat = openChat();
    const request = await talk(chat);
    expect(screen.getByRole('region', { name: 'Temporary chat' })).toBeVisible();
    expect(screen.getByText(/Clover doesn't save this chat/)).toBeVisible();
    expect(screen.queryByText(/^Quick actions/)).toBeNull();
    expect(chat.address()).toBe('/chat');
    expect(request.messageId).toMatch(/^[0-9a-f-]{36}$/);
    expect(request.messages.at(-1)).toEqual({ role: 'user', content: `Tell me about ${canary}` });
    await chat.user.type(await chat.input(), `a draft of ${canary}`);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(JSON.stringify(chat.service.requests)).not.toContain(canary);
    expect(chat.service.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual(
      chat.service.requests.filter(({ path }) => path.startsWith('/rest/v1/rpc/')),
    );
    expect(
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    ).not.toContain(canary);
    expect(await screen.findByText('No chats yet')).toBeVisible();
  });

  it('can be edited and regenerated, but not copied to a stored chat', async () => {
    const chat = openChat();
    await talk(chat);
    await chat.user.click(screen.getByRole('button', { name: 'Regenerate' }));
    const again = await chat.completion(1);
    act(() => again.end('Another answer.'));
    expect(await screen.findByText('Another answer.')).toBeVisible();
    await chat.user.click(screen.getByRole('button', { name: 'Previous version' }));
    expect(await screen.findByText(`All about ${canary}.`)).toBeVisible();
    await chat.user.click(screen.getAllByRole('button', { name: 'More' }).at(-1)!);
    await screen.findByRole('menuitem', { name: 'Regenerate with…' });
    expect(screen.queryByRole('menuitem', { name: /Branch/ })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: /Compare/ })).toBeNull();
    await chat.user.keyboard('{Escape}');
    await chat.user.click(screen.getByRole('button', { name: 'Edit message' }));
    await chat.user.type(screen.getByDisplayValue(`Tell me about ${canary}`), ' and more{Enter}');
    const edited = await chat.completion(2);
    expect(edited.request.messages.at(-1)).toEqual({
      role: 'user',
      content: `Tell me about ${canary} and more`,
    });
    act(() => edited.end('More.'));
    expect(await screen.findByText('More.')).toBeVisible();
    expect(JSON.stringify(chat.service.requests)).not.toContain(canary);
  });

  it("shows a reply's usage without a request to the service", async () => {
    const { user, service, input, completion } = openChat();
    await begin(user);
    await user.type(await input(), 'Hello{Enter}');
    const reply = await completion();
    const usage = { promptTokens: 1000, completionTokens: 204 };
    act(() => reply.say('Hi.', { usage }));
    act(() => reply.end('There.'));
    await screen.findByText('1 min read');
    await user.click(screen.getByRole('button', { name: 'Some Model' }));
    const details = await screen.findByRole('dialog', { name: 'Reply details' });
    await waitFor(() => expect(details).toHaveTextContent('Tokens1,000 input, 204 output'));
    expect(details).not.toHaveTextContent('This chat');
    expect(service.requests.map(({ path }) => path)).not.toContain('/rest/v1/rpc/get_chat_usage');
  });

  it('ends only after a confirmation, and is then deleted', async () => {
    const chat = openChat();
    await talk(chat);
    await chat.user.click(screen.getByRole('button', { name: 'New chat' }));
    const question = within(await screen.findByRole('dialog', { name: 'End the temporary chat?' }));
    await chat.user.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText(`All about ${canary}.`)).toBeVisible();
    await chat.user.click(screen.getByRole('button', { name: 'End chat' }));
    await chat.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'End chat' }),
    );
    expect(await screen.findByRole('heading', { name: 'What can I help with?' })).toBeVisible();
    expect(screen.queryByText(`All about ${canary}.`)).toBeNull();
    expect(await chat.input()).toHaveValue('');
  });

  it('ends without a confirmation if it has no messages', async () => {
    const { user } = openChat();
    await begin(user);
    expect(await screen.findByRole('heading', { name: "This chat isn't saved" })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'End chat' }));
    expect(screen.getByRole('heading', { name: 'What can I help with?' })).toBeVisible();
  });

  it('makes the browser ask for confirmation before the window closes if it contains text', async () => {
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const chat = openChat();
    await begin(chat.user);
    expect(closing()).toBe(false);
    await chat.user.type(await chat.input(), 'a word');
    expect(closing()).toBe(true);
    await chat.user.clear(await chat.input());
    expect(closing()).toBe(false);
  });
});
