import { isCertificateFault, missingMigration, problemMessages } from '../shared/service/problems.ts';

/** Why the app can't use its hosted service, with a message for the operator. */
export interface HostedProblem {
  readonly kind: 'unreachable' | 'certificate' | 'key-refused' | 'schema-behind' | 'failing';
  readonly message: string;
}

/** How long (ms) the hosted service may take to respond to each request. */
const timeout = 10_000;

/**
 * Checks that a hosted service accepts the key and has this version's schema. Returns null if there is no problem.
 *
 * @param migrations names of this version's migrations, in order
 */
export async function checkHosted(
  { url, key }: { readonly url: string; readonly key: string },
  migrations: readonly string[],
): Promise<HostedProblem | null> {
  const { host } = new URL(url);
  const send = (path: string, method: 'GET' | 'POST') =>
    fetch(url + path, {
      method,
      headers: { apikey: key, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
      signal: AbortSignal.timeout(timeout),
    });
  try {
    const settings = await send('/auth/v1/settings', 'GET');
    if (settings.status === 401 || settings.status === 403)
      return { kind: 'key-refused', message: problemMessages.keyRefused };
    if (!settings.ok)
      return { kind: 'failing', message: `${host} returned ${settings.status}. Check its logs.` };
    const answer = await send('/rest/v1/rpc/schema_version', 'POST');
    if (!answer.ok && answer.status !== 404)
      return { kind: 'failing', message: `${host} returned ${answer.status}. Check its logs.` };
    const version: unknown = answer.ok ? await answer.json() : null;
    const missing = missingMigration(migrations, typeof version === 'string' ? version : null);
    return missing === null
      ? null
      : { kind: 'schema-behind', message: problemMessages.schemaBehind(missing) };
  } catch (error) {
    return isCertificateFault(error)
      ? { kind: 'certificate', message: problemMessages.certificate(host) }
      : { kind: 'unreachable', message: problemMessages.unreachable(host) };
  }
}
