import { randomBytes } from 'node:crypto';
import type { Auth } from './auth/auth.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import type { Environment } from './environment.ts';
import { ensureOwner } from './owner/owner-account.ts';

/** Grants the role and a plan without limits, because the operator is not a customer. */
async function makeAdministrator(database: OpenedDatabase, userId: string): Promise<void> {
  await database.query(
    `insert into public.subscriptions (user_id, plan, billing, source) values ($1, 'professional', 'annual', 'admin')
     on conflict (user_id) do nothing`,
    [userId],
  );
  await database.query(
    `insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
    [userId],
  );
}

/** Uses the service's own admin API, so that only one code path sets passwords. */
async function setPassword(auth: Auth, userId: string, password: string): Promise<void> {
  const request = new Request(`http://localhost/auth/v1/admin/users/${userId}`, {
    method: 'PUT',
    body: JSON.stringify({ password }),
    headers: { 'content-type': 'application/json' },
  });
  const answer = await auth.handle(request, { address: null, role: 'service_role' });
  if (!answer.ok) throw new Error(`The password could not be set (${answer.status}).`);
}

/** Sets the password of the account with this email, or creates the account. Resolves to its id. */
async function ensureAccount(auth: Auth, email: string, password: string, name: string): Promise<string> {
  const existingUser = await auth.findUserByEmail(email);
  if (existingUser) {
    await setPassword(auth, existingUser.id, password);
    return existingUser.id;
  }
  const { id } = await auth.createUser({ email, password, isEmailConfirmed: true, userMetadata: { name } });
  return id;
}

/**
 * Creates the first administrator. Resolves to the password if it was generated, because it is printed once and not
 * stored.
 */
async function ensureAdministrator(
  database: OpenedDatabase,
  auth: Auth,
  environment: Environment,
): Promise<string | null> {
  const [existing] = await database.query(`select 1 from public.user_roles where role = 'admin' limit 1`);
  if (existing) return null;
  // Simulates payments only if the service is limited to this machine, because visitors must not get a plan without
  // paying.
  if (environment.isLoopback)
    await database.query(
      `update public.system_settings set setting_value = 'simulated' where setting_key = 'payments_mode'`,
    );
  const password = environment.adminPassword ?? randomBytes(12).toString('base64url');
  // An account with this email but without the role was left by an interrupted start, or belongs to someone else.
  const id = await ensureAccount(auth, environment.adminEmail, password, 'Administrator');
  await makeAdministrator(database, id);
  return environment.adminPassword ? null : password;
}

/** Creates the administrator or the owner. Resolves to the administrator's password if it was generated now. */
export async function prepareFirstStart(
  database: OpenedDatabase,
  auth: Auth,
  environment: Environment,
): Promise<{ readonly adminPassword: string | null }> {
  if (environment.ownerMode) {
    await ensureOwner(database, auth);
    return { adminPassword: null };
  }
  return { adminPassword: await ensureAdministrator(database, auth, environment) };
}
