import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { platform } from '../../platform/index.ts';
import {
  factorId,
  type FakeUser,
  type FakeService,
  fakeSession,
  startFakeService,
} from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { AccountPage } from './AccountPage.tsx';
import type { SectionId } from './settings/sections.ts';
import type { FormatChat } from './export/export-account.ts';

const ada = { email: 'ada@example.com', data: { name: 'Ada' } };
const guest = { data: { email: 'demo@clover.local', name: 'Demo', isDemo: true }, isAnonymous: true };
const refusal = (error_code: string, status = 422) => ({
  status,
  body: { code: status, error_code, msg: `library english of ${error_code}` },
});

async function open(
  section: SectionId,
  prepare: (service: FakeService) => void = () => {},
  person: FakeUser = ada,
  formatChat: FormatChat = (chat) => JSON.stringify(chat),
) {
  const service = startFakeService();
  service.answer('POST /rest/v1/rpc/get_message_quota', { body: { plan: 'starter', allowed: 3, used: 0 } });
  service.answer('POST /rest/v1/rpc/count_hidden_chats', { body: 0 });
  service.answer('GET /rest/v1/llm_api_keys', { body: [] });
  service.answer('GET /auth/v1/user', { body: fakeSession(person).user });
  service.answer('POST /auth/v1/token', { body: fakeSession(person) });
  service.answer('POST /rest/v1/rpc/list_sessions', { body: [] });
  service.answer('POST /rest/v1/rpc/my_access_receipts', { body: [] });
  service.answer('GET /rest/v1/support_consent', { body: [] });
  service.answer('POST /rest/v1/rpc/my_merge_request', { body: null });
  prepare(service);
  storeSession(person);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const app = renderApp(
    <QueryClientProvider client={client}>
      <AccountPage
        formatChat={formatChat}
        device={() => null}
        defaultModel={null}
        providerKeys={null}
        shortcuts={null}
      />
    </QueryClientProvider>,
    `/account/${section}`,
  );
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return { ...app, service };
}
const region = (name: string) => within(screen.getByRole('region', { name }));

afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

describe('the settings', () => {
  it('changes the name', async () => {
    const { user, service } = await open('general');
    const profile = region('Profile');
    expect(profile.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.clear(profile.getByLabelText('Name'));
    await user.click(profile.getByRole('button', { name: 'Save' }));
    expect(profile.getByRole('alert')).toHaveTextContent('Enter a name.');
    service.answer('PUT /auth/v1/user', {
      body: fakeSession({ ...ada, data: { name: 'Ada Lovelace' } }).user,
    });
    await user.type(profile.getByLabelText('Name'), ' Ada Lovelace {Enter}');
    expect(await screen.findByText('Name saved')).toBeVisible();
    expect(service.to('/auth/v1/user').at(-1)?.body).toMatchObject({ data: { name: 'Ada Lovelace' } });
  });

  it('changes the email after both emails are confirmed by code', async () => {
    const { user, service } = await open('general');
    const profile = region('Profile');
    await user.click(profile.getByRole('button', { name: 'Change email' }));
    await user.type(profile.getByLabelText('New email'), 'ADA@example.com{Enter}');
    expect(profile.getByRole('alert')).toHaveTextContent('This is already your email.');
    const waiting = { ...fakeSession(ada).user, new_email: 'countess@example.com' };
    service.answer('PUT /auth/v1/user', { body: waiting });
    await user.clear(profile.getByLabelText('New email'));
    await user.type(profile.getByLabelText('New email'), 'countess@example.com{Enter}');
    expect(
      await profile.findByText(/Open the links we sent to ada@example.com and countess@example.com/),
    ).toBeVisible();
    service.answer('POST /auth/v1/verify', refusal('otp_expired', 403));
    await user.type(profile.getByLabelText('Code sent to countess@example.com'), '123456{Enter}');
    expect(await profile.findByRole('alert')).toHaveTextContent(
      'This code is wrong, expired, or already used.',
    );
    const changed = fakeSession({ ...ada, email: 'countess@example.com' });
    service.answer('POST /auth/v1/verify', { body: changed });
    service.answer('POST /auth/v1/token', { body: changed });
    await user.click(profile.getAllByRole('button', { name: 'Confirm' })[0]!);
    expect(await screen.findByText('Email changed')).toBeVisible();
    expect(await profile.findByText('countess@example.com')).toBeVisible();
    expect(service.to('/auth/v1/verify').at(-1)?.body).toMatchObject({
      email: 'countess@example.com',
      type: 'email_change',
    });
  });

  it('turns a guest into an account with all chats, and hides the account sections until then [ACCT-035]', async () => {
    const { user, service } = await open('general', undefined, guest);
    expect(screen.queryByRole('link', { name: 'Security' })).toBeNull();
    const profile = region('Profile');
    expect(
      profile.getByText(
        /Guest chats are deleted after 24 hours\. An account keeps them until you delete them/,
      ),
    ).toBeVisible();
    service.answer('PUT /auth/v1/user', refusal('email_exists'));
    await user.type(profile.getByLabelText('Full name'), 'Ada');
    await user.type(profile.getByLabelText('Email'), 'ada@example.com');
    await user.type(profile.getByLabelText('Password'), 'a good long password{Enter}');
    expect(await profile.findByRole('alert')).toHaveTextContent("This email address can't be used.");
    service.answer('PUT /auth/v1/user', { body: fakeSession(ada).user });
    service.answer('POST /auth/v1/token', { body: fakeSession(ada) });
    await user.click(profile.getByRole('button', { name: 'Create my account' }));
    expect(await screen.findByText('Your chats are still here.')).toBeVisible();
    const upgrades = service.to('/auth/v1/user').filter(({ method }) => method === 'PUT');
    expect(upgrades.at(-1)?.body).toMatchObject({
      email: 'ada@example.com',
      password: 'a good long password',
      data: { name: 'Ada', isDemo: false },
    });
    expect(await screen.findByRole('link', { name: 'Security' })).toBeVisible();
  });
});

describe('two-step sign-in', () => {
  const secret = 'JBSWY3DPEHPK3PXP';
  const challenge = { id: 'c1', type: 'totp', expires_at: Math.floor(Date.now() / 1_000) + 300 };

  it('shows a QR code and a key, and is turned on only with a correct code [AUTH-022, AUTH-025]', async () => {
    const { user, service } = await open('security');
    service.answer('POST /auth/v1/factors', {
      body: {
        id: factorId,
        type: 'totp',
        friendly_name: 'Authenticator app',
        totp: { qr_code: '<svg xmlns="http://www.w3.org/2000/svg"/>', secret, uri: 'otpauth://totp/x' },
      },
    });
    service.answer(`POST /auth/v1/factors/${factorId}/challenge`, { body: challenge });
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, refusal('mfa_verification_failed'));
    const factors = region('Two-step sign-in');
    await user.click(await factors.findByRole('button', { name: 'Set up an app' }));
    expect(await factors.findByRole('img', { name: /QR code/ })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml/),
    );
    expect(factors.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    expect(service.to('/auth/v1/factors')[0]?.body).toMatchObject({ factor_type: 'totp', issuer: 'Clover' });
    await user.type(factors.getByLabelText('6-digit code'), '000 000{Enter}');
    expect(await factors.findByRole('alert')).toHaveTextContent('This code is wrong.');
    const used = fakeSession({ ...ada, secondFactor: 'used' });
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, { body: used });
    service.answer('GET /auth/v1/user', { body: used.user });
    await user.click(factors.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText('Two-step sign-in is on')).toBeVisible();
    expect(await factors.findByText(/Add a second app/)).toBeVisible();
  });

  it('is removed only with a code from the app [AUTH-023]', async () => {
    const withFactor = { ...ada, secondFactor: 'used' } as const;
    const { user, service } = await open('security', undefined, withFactor);
    service.answer(`POST /auth/v1/factors/${factorId}/challenge`, { body: challenge });
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, refusal('mfa_verification_failed'));
    service.answer(`DELETE /auth/v1/factors/${factorId}`, { body: { id: factorId } });
    const factors = region('Two-step sign-in');
    await user.click(await factors.findByRole('button', { name: 'Remove Authenticator app' }));
    await user.type(factors.getByLabelText('6-digit code'), '000000{Enter}');
    expect(await factors.findByRole('alert')).toHaveTextContent('This code is wrong.');
    expect(service.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, { body: fakeSession(withFactor) });
    service.answer('GET /auth/v1/user', { body: fakeSession(ada).user });
    service.answer('POST /auth/v1/token', { body: fakeSession(ada) });
    await user.click(factors.getByRole('button', { name: 'Remove this app' }));
    expect(await screen.findByText('Authenticator app removed')).toBeVisible();
    expect(await factors.findByText('Two-step sign-in is off.')).toBeVisible();
  });
});

describe('sessions', () => {
  const row = (id: string, is_current: boolean) => ({
    id,
    created_at: '2026-11-01T12:00:00+00:00',
    last_active_at: '2026-11-02T12:00:00+00:00',
    user_agent: is_current
      ? 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'
      : 'Mozilla/5.0 (iPhone) Safari/604.1',
    address: '192.0.2.7',
    aal: 'aal1',
    is_current,
  });

  it('are listed by device, and can be signed out [AUTH-003]', async () => {
    const { user, service } = await open('security', ({ answer }) =>
      answer('POST /rest/v1/rpc/list_sessions', { body: [row('here', true), row('there', false)] }),
    );
    const sessions = region('Where you are signed in');
    const items = await sessions.findAllByRole('listitem');
    expect(items[0]).toHaveTextContent(/Chrome on Linux.*This device · 192\.0\.2\.7/);
    expect(within(items[0]!).queryByRole('button')).toBeNull();
    service.answer('POST /rest/v1/rpc/end_session', { body: true });
    service.answer('POST /rest/v1/rpc/list_sessions', { body: [row('here', true)] });
    await user.click(sessions.getByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await screen.findByText('Device signed out')).toBeVisible();
    expect(service.to('/rest/v1/rpc/end_session')[0]?.body).toEqual({ session_id: 'there' });
    await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1));
  });

  it('are signed out everywhere by one button with a confirmation [AUTH-021]', async () => {
    const { user, service, address } = await open('security');
    const sessions = region('Where you are signed in');
    await user.click(sessions.getByRole('button', { name: 'Sign out everywhere' }));
    expect(service.to('/auth/v1/logout')).toEqual([]);
    await user.click(sessions.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(service.to('/auth/v1/logout')[0]?.search).toBe('?scope=global'));
    // Like the normal sign-out: a toast, then the home page.
    expect(await screen.findByText('Signed Out')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('privacy', () => {
  it('lets support see chats only if the user turns it on [ADMIN-037]', async () => {
    const { user, service } = await open('privacy', ({ answer }) =>
      answer('POST /rest/v1/rpc/set_support_consent', { body: true }),
    );
    const consent = screen.getByRole('checkbox', { name: 'Let support see my chats' });
    await waitFor(() => expect(consent).toBeEnabled());
    expect(consent).not.toBeChecked();
    await user.click(consent);
    await waitFor(() => expect(consent).toBeChecked());
    expect(service.to('/rest/v1/rpc/set_support_consent')[0]?.body).toEqual({ is_given: true });
  });

  it("lists each administrator's view with its reason", async () => {
    await open('privacy', ({ answer }) =>
      answer('POST /rest/v1/rpc/my_access_receipts', {
        body: [
          {
            id: 'r1',
            action_type: 'user.show',
            reason: 'Ticket 12',
            created_at: '2026-11-02T12:00:00+00:00',
          },
        ],
      }),
    );
    const list = await region('Privacy').findByRole('list', { name: 'Who has viewed your account' });
    expect(list).toHaveTextContent(/Your account was viewed.*by an administrator.*Reason given: Ticket 12/);
  });
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
    answer('GET /rest/v1/shared_drafts', { body: [{ chat_id: null, text: 'Not sent yet' }] });
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
    ]);
    expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject({
      plan: 'starter',
      access_receipts: [{ id: 'r1' }, { id: 'r2' }],
      drafts: [{ chat_id: null, text: 'Not sent yet' }],
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
    expect(data.getByRole('progressbar', { name: 'Progress of the download' })).toHaveAttribute('max', '2');
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
