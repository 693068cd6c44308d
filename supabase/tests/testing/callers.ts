import { randomUUID } from 'node:crypto';
import type { OpenedDatabase } from '../../../src/service/database/opened-database.ts';
import type { Log } from '../../../src/service/log.ts';
import type { OpenTestDatabase } from '../../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../../src/service/testing/running-service.ts';

export interface FunctionResponse {
  readonly status: number;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of many shapes
  readonly body: any;
}

export interface SignedIn {
  readonly id: string;
  readonly token: string;
  readonly post: (
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<FunctionResponse>;
}

/** Sends a POST request. The path is below `/functions/v1`. */
export async function post(
  service: RunningTestService,
  token: string | null,
  path: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<FunctionResponse> {
  const response = await fetch(`${service.url}/functions/v1/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? null : JSON.parse(text) };
}

/** Creates a user with these roles and this plan, and signs in. */
export async function signIn(
  service: RunningTestService,
  { roles = [], plan }: { readonly roles?: readonly string[]; readonly plan?: string } = {},
): Promise<SignedIn> {
  const email = `${randomUUID()}@example.com`;
  const password = 'a good long password';
  const created = await service.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const id = created.data.user!.id;
  const insert = async (table: string, row: Readonly<Record<string, unknown>>) => {
    const { error } = await service.admin.from(table).insert(row);
    if (error) throw error;
  };
  for (const role of roles) await insert('user_roles', { user_id: id, role });
  if (plan) await insert('subscriptions', { user_id: id, plan, source: 'admin' });
  const { data, error } = await service.client().auth.signInWithPassword({ email, password });
  if (error) throw error;
  const { access_token: token } = data.session;
  return { id, token, post: (path, body, headers) => post(service, token, path, body, headers) };
}

export interface AdminConsole {
  readonly database: OpenedDatabase;
  /** The test must close the service. */
  readonly service: RunningTestService;
  readonly admin: SignedIn;
}

/** Starts a service over a migrated database, with an administrator signed in. */
export async function openConsole(open: OpenTestDatabase, log?: Log): Promise<AdminConsole> {
  const database = await open({ migrated: true });
  const service = await startTestService(database, log);
  return { database, service, admin: await signIn(service, { roles: ['admin'] }) };
}
