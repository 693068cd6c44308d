import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { enterKey } from '../../../lib/enter-key.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { type FakeUser, fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { AccountPage } from '../AccountPage.tsx';

const ada = { email: 'ada@example.com', data: { name: 'Ada' } };
const guest = { data: { email: 'demo@clover.local', name: 'Demo', isDemo: true }, isAnonymous: true };

async function open(address: string, person: FakeUser = ada) {
  const service = startFakeService();
  service.changeAccess({ plan: 'starter' });
  service.answer('POST /rest/v1/rpc/get_message_quota', { body: { plan: 'starter', allowed: 3, used: 0 } });
  service.answer('POST /rest/v1/rpc/count_hidden_chats', { body: 0 });
  service.answer('GET /rest/v1/llm_api_keys', { body: [] });
  service.answer('GET /rest/v1/saved_prompts', { body: [] });
  service.answer('GET /rest/v1/published_prompts', { body: [] });
  service.answer('GET /rest/v1/account_instructions', { body: [] });
  service.answer('GET /rest/v1/memories', { body: [] });
  service.answer('GET /rest/v1/personas', { body: [] });
  service.answer('GET /rest/v1/published_personas', { body: [] });
  service.answer('GET /auth/v1/user', { body: fakeSession(person).user });
  for (const name of ['list_sessions', 'my_access_receipts'])
    service.answer(`POST /rest/v1/rpc/${name}`, { body: [] });
  service.answer('GET /rest/v1/support_consent', { body: [] });
  service.answer('POST /rest/v1/rpc/my_merge_request', { body: null });
  storeSession(person);
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <AccountPage
        formatChat={() => ''}
        device={() => null}
        defaultModel={null}
        ModelField={() => null}
        providerKeys={<p>keys of providers</p>}
        shortcuts={<p>all shortcuts</p>}
        computer={<p>this computer's settings</p>}
      />
    </QueryClientProvider>,
    address,
  );
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return app;
}
const links = () =>
  within(screen.getByRole('navigation', { name: 'Settings sections' })).getAllByRole('link');
const regions = () => screen.getAllByRole('region').map((region) => region.id);

afterEach(async () => {
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

describe('the settings', () => {
  it('show one section at a time, each with a URL, and focus its heading [AUTH-003]', async () => {
    const { user, address } = await open('/account');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    const opened: string[] = [];
    for (const link of links()) {
      await user.click(link);
      const heading = screen.getByRole('heading', { level: 2, name: link.textContent });
      await waitFor(() => expect(heading).toHaveFocus());
      expect(document.title).toBe(`${link.textContent} · Settings · Clover`);
      expect(link).toHaveAttribute('aria-current', 'page');
      opened.push(address());
    }
    expect(opened).toEqual(
      [
        'general',
        'appearance',
        'chat',
        'instructions',
        'personas',
        'models',
        'prompts',
        'privacy',
        'account',
        'security',
        'shortcuts',
        'computer',
        'about',
      ].map((id) => `/account/${id}`),
    );
  });

  it.each([
    ['/account/security', ['password', 'second-factor', 'sessions']],
    ['/account/chat', ['chat', 'drafts']],
    ['/account/privacy', ['privacy', 'shares', 'device', 'data']],
    ['/account/nonsense', ['profile', 'language']],
  ])('open at %s', async (address, expected) => {
    await open(address);
    expect(regions()).toEqual(expected);
  });

  it('have no security section for a guest, who has no password', async () => {
    await open('/account/security', guest);
    expect(links().map(({ textContent }) => textContent)).not.toContain('Security');
    expect(regions()).toEqual(['profile', 'language']);
  });

  it.each([
    ['/account#profile', '/account/general#profile'],
    ['/account#language', '/account/general#language'],
    ['/account#sessions', '/account/security#sessions'],
    ['/account#data', '/account/privacy#data'],
  ])('open the section for the old anchor %s', async (former, address) => {
    const app = await open(former);
    await waitFor(() => expect(app.address()).toBe(address));
  });

  it('return to the chat', async () => {
    const { user, address } = await open('/account/about');
    await user.click(screen.getByRole('button', { name: 'Back to chat' }));
    await waitFor(() => expect(address()).toBe('/chat'));
  });

  it('show where each setting applies', async () => {
    const { user } = await open('/account/appearance');
    expect(screen.getByText('This device')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Security' }));
    expect(screen.getAllByText('Account', { exact: true })).toHaveLength(3);
  });

  it('change how the app looks immediately, and only on this device', async () => {
    const { user } = await open('/account/appearance');
    await user.click(within(screen.getByRole('group', { name: 'Text size' })).getByLabelText('Large'));
    await user.click(screen.getByLabelText('Compact'));
    await user.click(screen.getByLabelText('Quiet'));
    expect(localStorage.getItem('clover-text-size')).toBe('large');
    expect(localStorage.getItem('clover-density')).toBe('compact');
    expect(localStorage.getItem('clover-code-theme')).toBe('quiet');
  });

  it('have the language in General, where it applies to this device', async () => {
    await open('/account');
    const language = within(screen.getByRole('region', { name: 'Language' }));
    expect(language.getByRole('combobox', { name: 'Language' })).toHaveValue('system');
    expect(language.getByText('This device')).toBeVisible();
  });

  it('change what Enter does', async () => {
    const { user } = await open('/account/chat');
    const choice = screen.getByRole('group', { name: 'Enter key' });
    expect(choice).toHaveAccessibleDescription('Enter sends the message, Shift+Enter starts a new line.');
    await user.click(within(choice).getByLabelText('New line'));
    expect(enterKey.get()).toBe('newline');
    expect(choice).toHaveAccessibleDescription(/Enter starts a new line/);
    enterKey.set('send');
  });
});
