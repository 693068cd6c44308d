import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Auth } from './auth/auth.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import type { Environment } from './environment.ts';
import { writePrivately } from './secrets.ts';

/** The account of the person at a desktop without a configured service (design: desktop). */
export const ownerEmail = 'owner@clover.local';

async function makeAdministrator(database: OpenedDatabase, userId: string): Promise<void> {
  await database.query(
    `insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
    [userId],
  );
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
  const known = await auth.findUserByEmail(environment.adminEmail);
  const password = environment.adminPassword ?? randomBytes(12).toString('base64url');
  const user =
    known ??
    (await auth.createUser({
      email: environment.adminEmail,
      password,
      isEmailConfirmed: true,
      userMetadata: { name: 'Administrator' },
    }));
  await makeAdministrator(database, user.id);
  return known || environment.adminPassword ? null : password;
}

/** Through the service's own admin interface, so that a password has one way in. */
async function setPassword(auth: Auth, userId: string, password: string): Promise<void> {
  const request = new Request(`http://localhost/auth/v1/admin/users/${userId}`, {
    method: 'PUT',
    body: JSON.stringify({ password }),
    headers: { 'content-type': 'application/json' },
  });
  const answer = await auth.handle(request, { address: null, role: 'service_role' });
  if (!answer.ok) throw new Error(`The owner's password could not be set (${answer.status}).`);
}

/** Makes the owner's account, or gives it the password that the desktop shell holds now. */
async function ensureOwner(
  database: OpenedDatabase,
  auth: Auth,
  password: string,
  dataDir: string,
): Promise<void> {
  const known = await auth.findUserByEmail(ownerEmail);
  // Setting the password ends every session of the owner, so it is done only when the shell holds a new one. The
  // password is random and long: its fingerprint tells nothing.
  const fingerprint = createHash('sha256').update(password).digest('hex');
  const place = join(dataDir, 'owner-fingerprint');
  const isCurrent = (await readFile(place, 'utf8').catch(() => '')) === fingerprint;
  if (known && isCurrent) return;
  if (known) await setPassword(auth, known.id, password);
  else {
    const { id } = await auth.createUser({
      email: ownerEmail,
      password,
      isEmailConfirmed: true,
      userMetadata: { name: 'You' },
    });
    await makeAdministrator(database, id);
    await database.query(
      `insert into public.subscriptions (user_id, plan, billing, source) values ($1, 'professional', 'annual', 'admin')`,
      [id],
    );
  }
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
