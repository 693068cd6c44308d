import type { AdminUser } from '../../../../shared/admin/users.ts';
import { type Answer, type FakeService, startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';

export interface FakeConsole extends FakeService {
  /** Sets the response to `admin/<path>`, or the function that creates it from the request's body. */
  readonly on: (path: string, reply: unknown) => void;
  readonly refuse: (path: string, code: string, message: string) => void;
  readonly bodiesOf: (path: string) => readonly unknown[];
}

export const ownUserId = '00000000-0000-4000-8000-000000000001';

/** Starts a fake service with a signed-in administrator. */
export function startFakeConsole(): FakeConsole {
  const service = startFakeService();
  service.changeAccess({ is_admin: true });
  const route = (path: string) => `/functions/v1/admin/${path}`;
  storeSession({ id: ownUserId, email: 'root@example.com' });
  return {
    ...service,
    on: (path, reply) =>
      service.answer(`POST ${route(path)}`, ({ body }): Answer => ({
        body: typeof reply === 'function' ? (reply as (body: unknown) => unknown)(body) : reply,
      })),
    refuse: (path, code, message) =>
      service.answer(`POST ${route(path)}`, { status: 409, body: { error: { code, message } } }),
    bodiesOf: (path) => service.to(route(path)).map(({ body }) => body),
  };
}

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const userRow = (number: number, name: string, changes: Partial<AdminUser> = {}): AdminUser => ({
  id: idOf(number),
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  name,
  is_guest: false,
  email_verified: true,
  created_at: '2026-11-01T10:00:00+00:00',
  last_sign_in_at: null,
  plan: 'starter',
  plan_ends_at: null,
  roles: [],
  access: 'active',
  restrictions: [],
  forced_password_reset: false,
  requests: 1234,
  ...changes,
});
