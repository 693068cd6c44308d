import { screen, waitFor } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getSupabase } from '../../lib/supabase.ts';
import { platform } from '../../platform/index.ts';
import type { FakeService } from '../../testing/fake-service.ts';
import { open, region } from './testing/open-section.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

describe("the user's data", () => {
  const chat = (id: string, title: string) => ({
    id,
    title,
    created_at: '2026-11-01T12:00:00+00:00',
    updated_at: '2026-11-01T12:00:00+00:00',
    pinned_at: null,
    archived_at: null,
    active_message_id: null,
    model_id: null,
    vendor_id: null,
    parameters: null,
    is_hidden: true,
  });
  const message = {
    id: 'm1',
    parent_id: null,
    role: 'user',
    content: 'What is a clover?',
    status: 'complete',
    model_id: null,
    vendor_id: null,
    unavailable_vendor: null,
    content_format: 'plain',
    created_at: '2026-11-01T12:00:00+00:00',
    seq: 7,
  };
  const file = { id: 'f1', message_id: 'm1', name: 'a: b.txt', media_type: '', size: 2, object_path: 'u/f1' };
  const pages = (asked: { readonly body: unknown }, first: unknown) => ({
    body: (asked.body as { after?: unknown }).after === undefined ? first : [],
  });
  const prepare = ({ answer }: FakeService) => {
    const receipt = (id: string) => ({
      id,
      action_type: 'user.show',
      reason: null,
      created_at: message.created_at,
    });
    answer('POST /rest/v1/rpc/export_account', {
      body: {
        plan: 'starter',
        images: [{ id: 'i1', content_type: 'image/png' }],
        files: [file],
        access_receipts: [receipt('r1')],
      },
    });
    answer('GET /storage/v1/object/authenticated/attachments/u/f1', { body: 42 });
    answer('GET /rest/v1/account_instructions', { body: [{ about: 'I am a nurse.' }] });
    answer('GET /rest/v1/memories', { body: [{ content: 'I drink tea.' }] });
    answer('GET /rest/v1/personas', { body: [{ name: 'Latin teacher' }] });
    answer('GET /rest/v1/shared_drafts', { body: [{ chat_id: null, text: 'Not sent yet' }] });
    answer('GET /rest/v1/projects', { body: [{ name: 'Garden', instructions: 'Answer in Latin.' }] });
    answer('GET /rest/v1/project_files', ({ search }) => ({
      body: search.includes('gt.f2')
        ? []
        : [{ id: 'f2', project_id: 'p1', name: 'soil: a.pdf', text: 'Clay.' }],
    }));
    answer('GET /rest/v1/saved_prompts', { body: [{ name: 'short', title: '', text: 'Shorten this.' }] });
    answer('POST /rest/v1/rpc/my_access_receipts', ({ body }) => ({
      body: (body as { before?: string }).before === 'r1' ? [receipt('r2')] : [],
    }));
    answer('POST /rest/v1/rpc/export_chats', (asked) =>
      pages(asked, [chat('c1', 'Leaves / ../x'), chat('c2', 'Two')]),
    );
    answer('POST /rest/v1/rpc/export_messages', (asked) => pages(asked, [message]));
    answer('POST /rest/v1/rpc/read_message_image', {
      body: [{ content_type: 'image/png', content: 'AQID' }],
    });
  };

  it('is one archive with account, chats, images and files [ROLE-021]', async () => {
    const saved = vi.spyOn(platform, 'saveFile').mockImplementation(async (name) => name);
    const { user } = await open('privacy', prepare);
    await user.click(region('Your data').getByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Your archive is saved')).toBeVisible();
    const [name, content] = saved.mock.calls[0]!;
    expect(screen.getByText(name)).toBeVisible();
    expect(name).toMatch(/^clover-account-\d{4}-\d{2}-\d{2}\.zip$/);
    const files = unzipSync(new Uint8Array(await content.arrayBuffer()));
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'account.json',
      'chats/00001 Leaves x.json',
      'chats/00002 Two.json',
      'images/i1.png',
      'files/f1/a  b.txt',
      'project-files/p1/f2/soil  a.pdf.txt',
    ]);
    expect(strFromU8(files['project-files/p1/f2/soil  a.pdf.txt']!)).toBe('Clay.');
    expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject({
      plan: 'starter',
      access_receipts: [{ id: 'r1' }, { id: 'r2' }],
      drafts: [{ chat_id: null, text: 'Not sent yet' }],
      projects: [{ name: 'Garden', instructions: 'Answer in Latin.' }],
      prompts: [{ name: 'short', title: '', text: 'Shorten this.' }],
      instructions: { about: 'I am a nurse.' },
      memories: [{ content: 'I drink tea.' }],
      personas: [{ name: 'Latin teacher' }],
    });
    expect(JSON.parse(strFromU8(files['chats/00001 Leaves x.json']!))).toMatchObject({
      id: 'c1',
      messages: [
        { content: 'What is a clover?', attachments: [{ name: 'a: b.txt', file: 'files/f1/a  b.txt' }] },
      ],
    });
    expect([...files['images/i1.png']!]).toEqual([1, 2, 3]);
    expect(strFromU8(files['files/f1/a  b.txt']!)).toBe('42');
  });

  it('shows how far it is', async () => {
    vi.spyOn(platform, 'saveFile').mockImplementation(async (name) => name);
    const image = Promise.withResolvers<{ body: unknown }>();
    const { user } = await open('privacy', (service) => {
      prepare(service);
      service.answer('POST /rest/v1/rpc/read_message_image', () => image.promise);
    });
    const data = region('Your data');
    await user.click(data.getByRole('button', { name: 'Download my data' }));
    expect(await data.findByText('Reading images and files: 0 of 2')).toBeVisible();
    expect(data.getByRole('progressbar', { name: 'Download progress' })).toHaveAttribute('max', '2');
    image.resolve({ body: [] });
    expect(await screen.findByText('Your archive is saved')).toBeVisible();
    expect(data.queryByRole('progressbar')).toBeNull();
  });

  it('is never partial: a failure shows an error and saves nothing', async () => {
    const saved = vi.spyOn(platform, 'saveFile');
    const { user, service } = await open('privacy', prepare);
    service.answer('POST /rest/v1/rpc/export_messages', { status: 500, body: { message: 'broken' } });
    await user.click(region('Your data').getByRole('button', { name: 'Download my data' }));
    expect(await region('Your data').findByRole('alert')).toHaveTextContent("Couldn't create the archive");
    expect(saved).not.toHaveBeenCalled();
  });

  it('is deleted with the account after the phrase is typed, and the device is signed out', async () => {
    const path = '/functions/v1/account/delete';
    const { user, service, address } = await open('privacy', ({ answer }) =>
      answer(`POST ${path}`, {
        status: 409,
        body: { error: { code: 'last_admin', message: 'You are the last.' } },
      }),
    );
    const data = region('Your data');
    await user.click(data.getByRole('button', { name: 'Delete my account' }));
    await user.type(data.getByLabelText(/Type "delete my account"/), 'yes{Enter}');
    expect(await data.findByRole('alert')).toHaveTextContent('Type exactly: delete my account');
    expect(service.to(path)).toEqual([]);
    await user.clear(data.getByLabelText(/Type "delete my account"/));
    await user.type(data.getByLabelText(/Type "delete my account"/), 'Delete my account{Enter}');
    expect(await data.findByText('You are the last.')).toBeVisible();
    service.answer(`POST ${path}`, { body: { deleted: true } });
    await user.click(data.getByRole('button', { name: 'Delete permanently' }));
    expect(await screen.findByText('Account deleted')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/'));
    expect(localStorage.getItem('clover-session')).toBeNull();
    // The account no longer exists, so there is no sign-out request.
    expect(service.to('/auth/v1/logout')).toEqual([]);
  });
});
