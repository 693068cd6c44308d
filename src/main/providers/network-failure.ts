import { CompletionError } from '../../shared/completion/error.ts';

/** What Chromium's network says, by its code, and what that means to a person. */
const sentences: readonly (readonly [RegExp, (host: string) => string])[] = [
  [
    /ERR_CERT_DATE_INVALID/,
    (host) =>
      `The certificate of ${host} is out of date, so nothing was sent. Please check the clock of this computer first.`,
  ],
  [
    /ERR_CERT_COMMON_NAME_INVALID/,
    (host) => `Whoever answered has no certificate for ${host}, so nothing was sent.`,
  ],
  [
    /ERR_CERT_/,
    (host) =>
      `The certificate of ${host} cannot be trusted, so nothing was sent. Whoever looks after this computer can add its issuer to the system’s certificates.`,
  ],
  [
    /ERR_SSL_/,
    (host) =>
      `There is no encrypted way to ${host} that this computer knows, so nothing was sent. Please check the address.`,
  ],
  [
    /ERR_(?:PROXY|TUNNEL|MANDATORY_PROXY)_/,
    (host) =>
      `The proxy of this computer did not let the call to ${host} through. Please check the system’s settings.`,
  ],
];

/**
 * Why a call did not reach its host, where a person can do something about it: certificates and proxies are the system's,
 * and nothing in the app overrides them. Null for any other failure. The failure's own text never leaves main.
 */
export function networkFailure(error: unknown, host: string): CompletionError | null {
  const code = error instanceof Error ? error.message : '';
  const sentence = sentences.find(([pattern]) => pattern.test(code))?.[1];
  return sentence ? new CompletionError('network', sentence(host)) : null;
}
