import { randomBytes } from 'node:crypto';
import type { Auth } from './auth/auth.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import type { Environment } from './environment.ts';
import { ensureOwner } from './owner/owner-account.ts';

/** Gives the role, and before it the plan without limits: whoever runs the service is nobody's customer. */
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

/** Through the service's own admin interface, so that a password has one way in. */
async function setPassword(auth: Auth, userId: string, password: string): Promise<void> {
  const request = new Request(`http://localhost/auth/v1/admin/users/${userId}`, {
    method: 'PUT',
    body: JSON.stringify({ password }),
    headers: { 'content-type': 'application/json' },
  });
  const answer = await auth.handle(request, { address: null, role: 'service_role' });
  if (!answer.ok) throw new Error(`The password could not be set (${answer.status}).`);
}

/** The account with this address and this password, made where there is none. Resolves to its id. */
async function ensureAccount(auth: Auth, email: string, password: string, name: string): Promise<string> {
  const known = await auth.findUserByEmail(email);
  if (known) {
    await setPassword(auth, known.id, password);
    return known.id;
  }
  const { id } = await auth.createUser({ email, password, isEmailConfirmed: true, userMetadata: { name } });
  return id;
}

/** Makes the first administrator. Resolves to the password when it was generated: it is printed once and kept nowhere. */
async function ensureAdministrator(
  database: OpenedDatabase,
  auth: Auth,
  environment: Environment,
): Promise<string | null> {
  const [existing] = await database.query(`select 1 from public.user_roles where role = 'admin' limit 1`);
  if (existing) return null;
  // Nobody can pay yet: a checkout that only plays payment is for the person at this machine, not for visitors.
  if (environment.isLoopback)
    await database.query(
      `update public.system_settings set setting_value = 'simulated' where setting_key = 'payments_mode'`,
    );
  const password = environment.adminPassword ?? randomBytes(12).toString('base64url');
  // Who is there without the role was left by a start that broke off, its password never told; or is a stranger.
  const id = await ensureAccount(auth, environment.adminEmail, password, 'Administrator');
  await makeAdministrator(database, id);
  return environment.adminPassword ? null : password;
}

/** What a service needs before anyone can use it. Resolves to the administrator's generated password at the first start. */
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
