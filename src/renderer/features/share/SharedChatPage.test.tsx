import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encryptEnvelope } from '../../../shared/sharing/envelope.ts';
import { createShareLink, type ShareLink, shareUrl } from '../../../shared/sharing/share-link.ts';
import type { Snapshot } from '../../../shared/sharing/snapshot.ts';
import { type FakeService, startFakeService } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { SharedChatPage } from './SharedChatPage.tsx';

const snapshot: Snapshot = {
  version: 1,
  title: 'Four leaves',
  sharedAt: '2026-11-01T00:00:00.000Z',
  messages: [
    { role: 'user', text: 'What brings luck?', omitted: 1 },
    { role: 'assistant', text: 'A **clover**.', modelName: 'Some Model', reasoning: 'Think of plants.' },
  ],
};
const route = 'POST /rest/v1/rpc/open_shared_chat';

describe('the page of a shared chat', () => {
  let service: FakeService;
  let link: ShareLink;
  const onContinue = vi.fn<(snapshot: Snapshot, id: string) => Promise<void>>();
  beforeEach(() => {
    service = startFakeService();
    link = createShareLink();
    onContinue.mockReset().mockResolvedValue();
    sessionStorage.clear();
  });

  const store = async (content: unknown = snapshot, password: string | null = null) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const envelope = await encryptEnvelope(text, link, password);
    service.answer(route, { body: { envelope, expires_at: '2026-12-24T12:00:00Z' } });
    return envelope;
  };
  const addressOf = (of = link, change = (url: string) => url) =>
    change(shareUrl('https://clover.test', of)).replace('https://clover.test', '');
  const visit = (address = addressOf()) =>
    renderApp(
      <Routes>
        <Route path="/share/*" element={<SharedChatPage onContinue={onContinue} />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>,
      address,
    );
  const title = (name: string) => screen.findByRole('heading', { level: 1, name });
  const refuse = (status: number, hint: string | null) =>
    service.answer(route, { status, body: { code: 'x', hint, message: 'x', details: null } });

  it('shows the chat to visitors, and never sends the key', async () => {
    await store();
    visit();
    expect(await title('Four leaves')).toBeVisible();
    expect(screen.getByText('clover').tagName).toBe('STRONG');
    expect(screen.getByText('1 file not shared')).toBeVisible();
    expect(screen.getByText('Reply by Some Model')).toBeVisible();
    expect(screen.getByText('Think of plants.')).not.toBeVisible();
    expect(screen.getByText(/^This link expires on/)).toBeVisible();
    expect(document.title).not.toContain('Four leaves');
    expect(service.to('/rest/v1/rpc/open_shared_chat')).toMatchObject([{ body: { share: link.id } }]);
    const key = addressOf().split('#')[1] ?? '';
    for (const { path, search, headers, body } of service.requests) {
      const sent = JSON.stringify([path, search, [...headers], body]);
      expect(sent).not.toContain(key);
      expect(headers.get('authorization')).toBeNull();
    }
  });

  it.each([
    ['a missing key', (url: string) => url.replace(/#.*/, '')],
    ['a cut key', (url: string) => url.slice(0, -1)],
    ['a longer key', (url: string) => `${url}A`],
    ['a key with other characters', (url: string) => url.replace(/.$/, '%')],
    ['a cut id', (url: string) => url.replace(/.#/, '#')],
    ['script as id', (url: string) => url.replace(/share\/[^#]+/, 'share/%3Cscript%3E')],
  ])('recognizes %s without a request', async (_name, change) => {
    visit(addressOf(link, change));
    expect(await title('This link is incomplete')).toBeVisible();
    expect(service.to('/rest/v1/rpc/open_shared_chat')).toEqual([]);
  });

  it('says that the key is wrong, and shows nothing of the chat', async () => {
    await store();
    visit(addressOf({ ...link, key: createShareLink().key }));
    expect(await title("This link can't be decrypted")).toBeVisible();
    expect(screen.queryByText(/clover/)).toBeNull();
  });

  it.each([
    [
      'a changed copy',
      (envelope: string) => envelope.replace(/.(?=.{9}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
    ],
    ['another version', (envelope: string) => envelope.replace(/^1/, '2')],
  ])('refuses %s', async (_name, forge) => {
    const body = { envelope: forge(await store()), expires_at: null };
    service.answer(route, { body });
    visit();
    expect(await title("This link can't be decrypted")).toBeVisible();
  });

  it('refuses the copy of another link', async () => {
    const other = await encryptEnvelope(
      JSON.stringify(snapshot),
      { ...link, id: createShareLink().id },
      null,
    );
    service.answer(route, { body: { envelope: other, expires_at: null } });
    visit();
    expect(await title("This link can't be decrypted")).toBeVisible();
  });

  it.each(['no JSON', '{}', JSON.stringify({ ...snapshot, messages: [{ role: 'system', text: 'x' }] })])(
    'refuses decrypted text that is not a chat: %s',
    async (content) => {
      await store(content);
      visit();
      expect(await title("This link can't be decrypted")).toBeVisible();
    },
  );

  it('shows script, HTML and images of the author as text, without a request', async () => {
    // With a session, so that only the page's own rule prevents requests for generated images.
    storeSession();
    const evil = [
      '<script>window.hacked = 1</script>',
      '<img src=x onerror="window.hacked = 1">',
      '[a](javascript:window.hacked=1)',
      '![b](https://tracker.example/b.png)',
      '![c](/functions/v1/images/3f2504e0-4f89-41d3-9a0c-0305e82c3301)',
      '<iframe src="/account"></iframe>',
    ].join('\n\n');
    await store({ ...snapshot, title: evil.slice(0, 400), messages: [{ role: 'assistant', text: evil }] });
    const { container } = visit();
    await waitFor(() => expect(container.querySelector('article')).not.toBeNull());
    await screen.findByText("Couldn't load the image.");
    expect(container.querySelectorAll('script, iframe, img, [onerror], a[href^="javascript"]')).toHaveLength(
      0,
    );
    expect('hacked' in window).toBe(false);
    expect(service.requests.filter(({ path }) => path.includes('images'))).toEqual([]);
  });

  it('shows all messages of a long chat', async () => {
    const messages = Array.from({ length: 75 }, (_, n) => ({ role: 'user' as const, text: `Line ${n}.` }));
    await store({ ...snapshot, messages });
    const { container } = visit();
    await screen.findByText('Line 74.');
    expect(container.querySelectorAll('article')).toHaveLength(75);
  });

  describe('with a password', () => {
    beforeEach(async () => void (await store(snapshot, 'correct horse')));

    it('asks for it, says if it is wrong, and loads the chat once', async () => {
      const { user } = visit();
      const field = await screen.findByLabelText('Password');
      await user.type(field, 'wrong horse{Enter}');
      expect(await screen.findByText(/^This password is wrong/)).toBeVisible();
      await user.clear(field);
      await user.type(field, 'correct horse');
      await user.click(screen.getByRole('button', { name: 'Open chat' }));
      expect(await title('Four leaves')).toBeVisible();
      expect(service.to('/rest/v1/rpc/open_shared_chat')).toHaveLength(1);
      expect(JSON.stringify(service.requests.map(({ body }) => body))).not.toContain('horse');
    });
  });

  it.each([
    [404, 'no_share', "This chat isn't shared"],
    [403, 'sharing_off', 'Sharing is turned off'],
    [401, 'members', 'Sign in to open this chat'],
    [429, 'busy', 'This link was opened too many times'],
    [503, null, "The service can't be reached"],
  ])('explains the refusal %i %s', async (status, hint, heading) => {
    refuse(status, hint);
    visit();
    expect(await title(heading)).toBeVisible();
  });

  it('offers guests an account if links are for members', async () => {
    storeSession({ isAnonymous: true });
    refuse(401, 'members');
    visit();
    expect(await screen.findByRole('link', { name: 'Create account' })).toHaveAttribute(
      'href',
      '/account/general',
    );
  });

  it('shows no error if a request fails only once [UX-006]', async () => {
    const envelope = await store();
    service.answer(route, () =>
      service.to('/rest/v1/rpc/open_shared_chat').length === 1
        ? { status: 503, body: { code: 'x', hint: null, message: 'x' } }
        : { body: { envelope, expires_at: null } },
    );
    visit();
    await waitFor(() => expect(service.to('/rest/v1/rpc/open_shared_chat')).toHaveLength(2), {
      timeout: 5_000,
    });
    expect(await title('Four leaves')).toBeVisible();
  });

  it('can be opened again after the connection was lost', async () => {
    await store();
    service.setOffline(true);
    const { user } = visit();
    expect(await title("The service can't be reached")).toBeVisible();
    service.setOffline(false);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await title('Four leaves')).toBeVisible();
  });

  describe('for a user', () => {
    it('uses the session, and opens without it if it has ended', async () => {
      storeSession();
      const envelope = await store();
      service.answer(route, ({ headers }) =>
        headers.has('authorization')
          ? { status: 401, body: { code: 'PT401', hint: 'session_not_found', message: 'x' } }
          : { body: { envelope, expires_at: null } },
      );
      visit();
      expect(await title('Four leaves')).toBeVisible();
      expect(service.to('/rest/v1/rpc/open_shared_chat')).toHaveLength(2);
    });

    it('copies the chat to the account, with one id for all attempts', async () => {
      storeSession();
      await store();
      onContinue.mockRejectedValueOnce(new Error('x'));
      const { user } = visit();
      const button = await screen.findByRole('button', { name: /^Continue in my/ });
      await waitFor(() => expect(button).toBeEnabled());
      await user.click(button);
      expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't copy the chat");
      await user.click(button);
      await waitFor(() => expect(onContinue).toHaveBeenCalledTimes(2));
      expect(onContinue.mock.calls[0]).toEqual([snapshot, expect.any(String)]);
      expect(onContinue.mock.calls[1]).toEqual(onContinue.mock.calls[0]);
    });
  });

  it('copies nothing automatically if a crafted link requests it', async () => {
    storeSession();
    await store();
    visit(addressOf(link, (url) => url.replace('#', '?continue#')));
    const button = await screen.findByRole('button', { name: /^Continue in my/ });
    await waitFor(() => expect(button).toBeEnabled());
    expect(onContinue).not.toHaveBeenCalled();
  });

  it('lets visitors sign in first, without the key in the path, and then copies the chat once', async () => {
    await store();
    const { user, address, unmount } = visit();
    await user.click(await screen.findByRole('link', { name: /^Continue in my/ }));
    const [path = '', hash = ''] = addressOf().split('#');
    expect(address()).toBe(`/signin?redirectTo=${encodeURIComponent(`${path}?continue`)}`);
    expect(address()).not.toContain(hash);
    unmount();
    storeSession();
    visit(`${path}?continue`);
    await waitFor(() => expect(onContinue).toHaveBeenCalledOnce());
    expect(onContinue.mock.calls[0]?.[0]).toEqual(snapshot);
    // The tab's copy of the key is deleted once the chat is copied.
    await waitFor(() => expect(sessionStorage.length).toBe(0));
  });
});
