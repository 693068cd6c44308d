import { CompletionError } from '../../shared/completion/error.ts';

/** Chromium's network error codes and their messages for users. */
const messages: readonly (readonly [RegExp, (host: string) => string])[] = [
  [
    /ERR_CERT_DATE_INVALID/,
    (host) =>
      `The certificate of ${host} has expired, so nothing was sent. If this computer's clock is wrong, correct it.`,
  ],
  [
    /ERR_CERT_COMMON_NAME_INVALID/,
    (host) => `The server that responded has no certificate for ${host}, so nothing was sent. Check the URL.`,
  ],
  [
    /ERR_CERT_/,
    (host) =>
      `The certificate of ${host} is not trusted, so nothing was sent. An administrator of this computer can add its issuer to the system's certificates.`,
  ],
  [/ERR_SSL_/, (host) => `Couldn't connect securely to ${host}, so nothing was sent. Check the URL.`],
  [
    /ERR_(?:PROXY|TUNNEL|MANDATORY_PROXY)_/,
    (host) => `This computer's proxy blocked the request to ${host}. Check the system's proxy settings.`,
  ],
];

/**
 * Returns a message for a failed request that the user can fix: certificates and proxies are system settings, which the
 * app never overrides. Null for other errors. The error's original text never leaves the main process.
 */
export function networkFailure(error: unknown, host: string): CompletionError | null {
  const code = error instanceof Error ? error.message : '';
  const message = messages.find(([pattern]) => pattern.test(code))?.[1];
  return message ? new CompletionError('network', message(host)) : null;
}
