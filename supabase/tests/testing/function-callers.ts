import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { testSecrets, type RunningTestService } from '../../../src/service/testing/running-service.ts';

const password = 'a good long password';

export interface Person {
  readonly client: SupabaseClient;
  readonly id: string;
  readonly token: string;
}

/** Creates an account with a role and a plan, and signs in with a client that uses the host at `url`. */
export async function makePerson(
  service: RunningTestService,
  url: string,
  { role, plan = 'professional' }: { readonly role?: string; readonly plan?: string } = {},
): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const { data, error } = await service.admin.auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
  const { id } = data.user;
  const rows: { error: unknown }[] = [
    await service.admin.from('subscriptions').insert({ user_id: id, plan, source: 'admin' }),
  ];
  if (role) rows.push(await service.admin.from('user_roles').insert({ user_id: id, role }));
  for (const row of rows) if (row.error) throw new Error(JSON.stringify(row.error));
  const client = createClient(url, testSecrets.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data: signedIn } = await client.auth.signInWithPassword({ email, password });
  return { client, id, token: signedIn.session!.access_token };
}

export async function postVendorAction(
  url: string,
  { token }: Person,
  action: string,
  body: Readonly<Record<string, unknown>>,
) {
  const response = await fetch(`${url}/functions/v1/admin/vendors/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Makes the fake vendor the active one, as an administrator would. */
export async function connectVendor(
  url: string,
  admin: Person,
  { endpoint, key }: { readonly endpoint: string; readonly key: string },
): Promise<void> {
  const name = 'ollama';
  const steps = [
    await postVendorAction(url, admin, 'save', { vendor: name, endpoint_url: endpoint }),
    await postVendorAction(url, admin, 'set-key', { vendor: name, key }),
    await postVendorAction(url, admin, 'activate', { vendor: name }),
  ];
  if (steps.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(steps));
}
