/** What is wrong with a service, in a sentence for whoever meets it. Its text goes on screens and into the operator's log. */
export const troubles = {
  keyRefused:
    'The service does not accept the key of this app. Whoever runs it must check the key in config.json, or CLOVER_SUPABASE_KEY.',
  schemaBehind: (file: string) =>
    `The database of the service is older than this app: it lacks the migration ${file}. Whoever runs it must apply it, by: supabase db push. Nothing is lost.`,
  certificate: (host: string) =>
    `The certificate of ${host} has expired or is not valid, so nothing was sent there. Whoever runs it must renew it; a wrong clock on this device looks the same.`,
  unreachable: (host: string) => `${host} did not answer. Please check the address and your connection.`,
} as const;

/**
 * The first of an app's migrations that a database lacks; null when it has them all, or newer ones.
 *
 * @param files names of the migrations, `<version>_<name>.sql`, in order
 * @param applied version of the newest one that the database has; null if it has none
 */
export function missingMigration(files: readonly string[], applied: string | null): string | null {
  const missing = files.find((file) => applied === null || file.slice(0, applied.length) > applied);
  return missing?.replace(/\.sql$/, '') ?? null;
}

/** Codes of Node and names of Chromium for a certificate that must not be trusted. */
const certificateFault =
  /ERR_CERT_|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET)/;

/** Whether a call failed because of the other side's certificate, also where the reason stands in a cause. */
export function isCertificateFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return certificateFault.test(`${code} ${error.message}`) || isCertificateFault(error.cause);
}
