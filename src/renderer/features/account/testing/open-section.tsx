import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { createQueryClient } from '../../../lib/query-client.ts';
import {
  type FakeUser,
  type FakeService,
  fakeSession,
  startFakeService,
} from '../../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { AccountPage } from '../AccountPage.tsx';
import type { SectionId } from '../settings/sections.ts';
import type { FormatChat } from '../export/export-account.ts';

export const ada = { email: 'ada@example.com', data: { name: 'Ada' } };
export const guest = { data: { email: 'demo@clover.local', name: 'Demo', isDemo: true }, isAnonymous: true };
export const refusal = (error_code: string, status = 422) => ({
  status,
  body: { code: status, error_code, msg: `library english of ${error_code}` },
});

export async function open(
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
  service.answer('GET /rest/v1/shared_chats', { body: [] });
  service.answer('GET /rest/v1/account_encryption', { body: [] });
  service.answer('GET /rest/v1/system_settings', { body: [] });
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
        ModelField={() => null}
        providerKeys={null}
        shortcuts={null}
      />
    </QueryClientProvider>,
    `/account/${section}`,
  );
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return { ...app, service, client };
}

export const region = (name: string) => within(screen.getByRole('region', { name }));
