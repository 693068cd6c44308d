/** Problems of a service, as messages for screens and the operator's log. */
export const problemMessages = {
  keyRefused:
    "The service doesn't accept this app's key. Its operator must check the key in config.json or CLOVER_SUPABASE_KEY.",
  schemaBehind: (file: string) =>
    `The service's database is older than this app: it lacks the migration ${file}. Its operator must apply it with "supabase db push". Nothing is lost.`,
  certificate: (host: string) =>
    `The certificate of ${host} has expired or is not valid, so nothing was sent. Its operator must renew it. If this device's clock is wrong, correct it.`,
  unreachable: (host: string) => `${host} did not respond. Check the URL and your connection.`,
} as const;

/**
 * Returns the first of the app's migrations that a database lacks. Null if it has all of them or is newer.
 * @param files names of the migrations, `<version>_<name>.sql`, in order
 * @param applied the newest version in the database; null if there is none
 */
export function missingMigration(files: readonly string[], applied: string | null): string | null {
  const missing = files.find((file) => applied === null || file.slice(0, applied.length) > applied);
  return missing?.replace(/\.sql$/, '') ?? null;
}

/** Error codes of Node and Chromium for certificates that must not be trusted. */
const certificateFault =
  /ERR_CERT_|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET)/;

/** Returns whether a request failed because of the server's certificate. Also checks the error's causes. */
export function isCertificateFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return certificateFault.test(`${code} ${error.message}`) || isCertificateFault(error.cause);
}
