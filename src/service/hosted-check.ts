import { isCertificateFault, missingMigration, troubles } from '../shared/service/trouble.ts';

/** What keeps the app from its hosted service, and the sentence for the operator. */
export interface HostedProblem {
  readonly kind: 'unreachable' | 'certificate' | 'key-refused' | 'schema-behind' | 'unwell';
  readonly message: string;
}

/** How long (ms) the hosted service may take to answer each question. */
const patience = 10_000;

/**
 * Asks a hosted service whether it takes the key and has the schema of this version; null when all is well.
 *
 * @param migrations names of this version's migrations, in order
 */
export async function checkHosted(
  { url, key }: { readonly url: string; readonly key: string },
  migrations: readonly string[],
): Promise<HostedProblem | null> {
  const { host } = new URL(url);
  const ask = (path: string, method: 'GET' | 'POST') =>
    fetch(url + path, {
      method,
      headers: { apikey: key, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
      signal: AbortSignal.timeout(patience),
    });
  try {
    const settings = await ask('/auth/v1/settings', 'GET');
    if (settings.status === 401 || settings.status === 403)
      return { kind: 'key-refused', message: troubles.keyRefused };
    if (!settings.ok)
      return { kind: 'unwell', message: `${host} answers with ${settings.status}. Look at its own logs.` };
    const answer = await ask('/rest/v1/rpc/schema_version', 'POST');
    if (!answer.ok && answer.status !== 404)
      return { kind: 'unwell', message: `${host} answers with ${answer.status}. Look at its own logs.` };
    const version: unknown = answer.ok ? await answer.json() : null;
    const missing = missingMigration(migrations, typeof version === 'string' ? version : null);
    return missing === null ? null : { kind: 'schema-behind', message: troubles.schemaBehind(missing) };
  } catch (error) {
    return isCertificateFault(error)
      ? { kind: 'certificate', message: troubles.certificate(host) }
      : { kind: 'unreachable', message: troubles.unreachable(host) };
  }
}
