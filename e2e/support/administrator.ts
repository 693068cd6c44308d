import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { FakeVendor } from '../vendor/vendor.ts';
import type { TestService } from './service.ts';
import { administrator, type Person } from './sign-in.ts';

const withoutStoredSession = { auth: { persistSession: false, autoRefreshToken: false } };

export async function signIn(
  service: TestService,
  email: string,
  password: string,
): Promise<{ readonly client: SupabaseClient; readonly token: string }> {
  const client = createClient(service.url, service.publishableKey, withoutStoredSession);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw new Error(`${email} could not sign in: ${error.message}`);
  return { client, token: data.session.access_token };
}

export const signInAdministrator = (service: TestService) =>
  signIn(service, administrator.email, administrator.password);

/** Calls an admin action of the console: `admin/<subject>/<action>`. */
export async function runAdminAction(client: SupabaseClient, path: string, body: object): Promise<void> {
  const { error, response } = await client.functions.invoke(`admin/${path}`, { body });
  if (error) throw new Error(`admin/${path} failed: ${await response?.text()}`);
}

/** Creates an account with a password, using the secret key. */
export async function createAccount(admin: SupabaseClient, person: Person): Promise<Person & { id: string }> {
  const { email, password, name } = person;
  const { data, error } = await admin.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { name },
  });
  if (error) throw error;
  return { ...person, id: data.user.id };
}

/** Makes the demo vendor the active one, as after a first start, and turns failover off. */
export async function activateDemo(service: TestService): Promise<void> {
  const { client } = await signInAdministrator(service);
  await runAdminAction(client, 'vendors/activate', { vendor: 'demo' });
  await runAdminAction(client, 'settings/save', { key: 'failover', value: false });
}

/**
 * Connects two chat vendors to the fake one, each with its own key. The first is active, the second is its failover
 * vendor. Their URLs are changed in the database, because the console allows only public ones.
 */
export async function connectVendors({
  service,
  admin,
  vendor,
}: {
  service: TestService;
  admin: SupabaseClient;
  vendor: FakeVendor;
}): Promise<void> {
  const { client } = await signInAdministrator(service);
  for (const name of ['deepinfra', 'openrouter'] as const) {
    await admin
      .from('api_vendors')
      .update({ endpoint_url: vendor.endpoints[name] })
      .eq('name', name)
      .throwOnError();
    await runAdminAction(client, 'vendors/set-key', { vendor: name, key: `key-of-${name}` });
  }
  await runAdminAction(client, 'vendors/activate', { vendor: 'deepinfra' });
  await runAdminAction(client, 'vendors/reorder', { vendors: ['deepinfra', 'openrouter'] });
  await runAdminAction(client, 'settings/save', { key: 'failover', value: true });
}
