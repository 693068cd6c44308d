import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Auth } from './auth/auth.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import type { Environment } from './environment.ts';
import { writePrivately } from './secrets.ts';

/** The account of the person at a desktop without a configured service (design: desktop). */
export const ownerEmail = 'owner@clover.local';

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

/** Makes the owner's account, or gives it the password that the desktop shell holds now. */
async function ensureOwner(
  database: OpenedDatabase,
  auth: Auth,
  password: string,
  dataDir: string,
): Promise<void> {
  // Setting the password ends every session of the owner, so it is done only when the shell holds a new one. The
  // password is random and long: its fingerprint tells nothing. Written last, it also says that all of this was done.
  const fingerprint = createHash('sha256').update(password).digest('hex');
  const place = join(dataDir, 'owner-fingerprint');
  const isCurrent = (await readFile(place, 'utf8').catch(() => '')) === fingerprint;
  if (isCurrent && (await auth.findUserByEmail(ownerEmail))) return;
  const id = await ensureAccount(auth, ownerEmail, password, 'You');
  await makeAdministrator(database, id);
  await writePrivately(place, fingerprint);
}

/** What a service needs before anyone can use it. Resolves to the administrator's generated password at the first start. */
export async function prepareFirstStart(
  database: OpenedDatabase,
  auth: Auth,
  environment: Environment,
): Promise<{ readonly adminPassword: string | null }> {
  if (environment.ownerPassword) {
    await ensureOwner(database, auth, environment.ownerPassword, environment.dataDir);
    return { adminPassword: null };
  }
  return { adminPassword: await ensureAdministrator(database, auth, environment) };
}
