import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeService } from '../../../testing/fake-service.ts';
import { guest, open, region } from '../testing/open-section.tsx';

const share = (n: number, change: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  has_password: false,
  expires_at: '2099-12-24T12:00:00Z',
  openings: 0,
  created_at: '2026-11-01T12:00:00Z',
  chat_id: `chat-${n}`,
  ...change,
});

describe('the list of shared chats', () => {
  const titles = { body: [1, 2, 3].map((n) => ({ id: `chat-${n}`, title: `Chat ${n}` })) };
  const locked = { status: 409, body: { code: 'PT409', hint: 'encryption_locked', message: 'x' } };
  const openWith = async (...rows: object[]) => {
    let stored = rows;
    const searches: string[] = [];
    const app = await open('privacy', (service: FakeService) => {
      service.answer('GET /rest/v1/shared_chats', () => ({ body: stored }));
      service.answer('GET /rest/v1/chat_history', titles);
      service.answer('DELETE /rest/v1/shared_chats', ({ search }) => {
        searches.push(decodeURIComponent(search));
        const id = /[?&]id=eq\.([\w-]+)/.exec(search)?.[1];
        stored = id === undefined ? [] : stored.filter((row) => !JSON.stringify(row).includes(id));
        return { status: 204 };
      });
    });
    await screen.findByRole('region', { name: 'Shared chats' });
    return { ...app, searches, links: region('Shared chats') };
  };

  it('shows the facts of each link, but no link', async () => {
    const { links } = await openWith(
      share(1, { has_password: true, openings: 3 }),
      share(2, { expires_at: null, openings: 1 }),
      share(3, { expires_at: '2020-01-01T12:00:00Z', chat_id: 'hidden' }),
    );
    const items = await links.findAllByRole('listitem');
    const texts = items.map((item) => item.textContent);
    expect(texts[0]).toMatch(/Chat 1.*Created .*Expires .*2099.*Opened 3 times.*With password/);
    expect(texts[1]).toMatch(/Chat 2.*No expiration.*Opened 1 time(?!s)/);
    expect(texts[1]).not.toContain('With password');
    expect(texts[2]).toMatch(/Hidden chat.*Expired /);
  });

  it('shows and revokes links while the history is locked', async () => {
    const { links, service, client } = await openWith(share(1));
    await links.findByText('Chat 1');
    service.answer('GET /rest/v1/chat_history', locked);
    await client.invalidateQueries();
    expect(await links.findByText('Locked chat')).toBeVisible();
    expect(links.getByRole('button', { name: /^Revoke the link/ })).toBeEnabled();
  });

  it('revokes one link after a confirmation', async () => {
    const { user, links, searches } = await openWith(share(1), share(2));
    await user.click(await links.findByRole('button', { name: 'Revoke the link to Chat 1' }));
    await user.click(links.getByRole('button', { name: 'Revoke link' }));
    await waitFor(() => expect(links.queryByText('Chat 1')).toBeNull());
    expect(links.getByText('Chat 2')).toBeVisible();
    expect(searches).toEqual([expect.stringContaining(`id=eq.${share(1).id}`)]);
    expect(searches[0]).toContain('user_id=eq.');
  });

  it('revokes all links after a confirmation', async () => {
    const { user, links, searches } = await openWith(share(1), share(2));
    await user.click(await links.findByRole('button', { name: 'Revoke all links' }));
    await user.click(links.getByRole('button', { name: 'Revoke all' }));
    expect(await links.findByText("You haven't shared any chats.")).toBeVisible();
    expect(searches).toHaveLength(1);
    expect(searches[0]).not.toMatch(/[?&]id=/);
  });

  it('says if revoking fails', async () => {
    const { user, links, service } = await openWith(share(1));
    service.answer('DELETE /rest/v1/shared_chats', { status: 400, body: { code: 'x', message: 'x' } });
    await user.click(await links.findByRole('button', { name: 'Revoke the link to Chat 1' }));
    const item = within(links.getByRole('listitem'));
    await user.click(item.getByRole('button', { name: 'Revoke link' }));
    expect(await item.findByText("Couldn't revoke the link. Try again.")).toBeVisible();
  });

  it('is not shown to guests, who can not share', async () => {
    await open('privacy', undefined, guest);
    expect(screen.queryByRole('region', { name: 'Shared chats' })).toBeNull();
  });
});
