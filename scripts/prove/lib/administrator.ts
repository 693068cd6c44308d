import { userOfToken } from '../../../src/shared/domain/token-user.ts';
import type { DialectName } from '../../../src/shared/providers/vendor.ts';
import { signIn } from './fault-calls.ts';
import type { ServiceProcess } from './service-process.ts';

type Administer = (action: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>;

export async function signInAdministrator(service: ServiceProcess): Promise<Administer> {
  const caller = await signIn(service);
  const user = userOfToken(caller.token);
  const { error } = await service.admin.from('user_roles').insert({ user_id: user, role: 'admin' });
  if (error) throw new Error(error.message);
  return async (action, body) => {
    const response = await fetch(`${service.url}/functions/v1/admin/vendors/${action}`, {
      method: 'POST',
      headers: { apikey: caller.key, authorization: `Bearer ${caller.token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

export async function addVendor(
  administer: Administer,
  vendor: {
    readonly display_name: string;
    readonly dialect: DialectName;
    readonly endpoint_url: string;
    readonly key: string;
  },
): Promise<string> {
  const added = (await administer('add', { ...vendor, needs_key: true })) as {
    readonly vendor: { readonly name: string };
  };
  return added.vendor.name;
}
