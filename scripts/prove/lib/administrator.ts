import { userOfToken } from '../../../src/shared/domain/token-user.ts';
import { signIn } from './fault-calls.ts';
import type { ServiceProcess } from './service-process.ts';

/** Signs in an administrator. Resolves to a function that calls the admin functions of the vendors page. */
export async function signInAdministrator(service: ServiceProcess) {
  const caller = await signIn(service);
  const user = userOfToken(caller.token);
  const { error } = await service.admin.from('user_roles').insert({ user_id: user, role: 'admin' });
  if (error) throw new Error(error.message);
  return async (action: string, body: Readonly<Record<string, unknown>>) => {
    const response = await fetch(`${service.url}/functions/v1/admin/vendors/${action}`, {
      method: 'POST',
      headers: { apikey: caller.key, authorization: `Bearer ${caller.token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}
