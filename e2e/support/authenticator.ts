import { Secret, TOTP } from 'otpauth';
import { expect } from 'playwright/test';

/** An authenticator app on a person's phone. */
export interface Authenticator {
  /** A code that was not used before: each is good once. */
  readonly next: () => Promise<string>;
}

/**
 * An authenticator app whose every code is another one: of the period before, as long as the service takes it for
 * certain, then of the next ones, waited for where they are too far ahead.
 *
 * @param secret base32, as the app shows it
 */
export function authenticator(secret: string): Authenticator {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const period = 30_000;
  const now = () => Math.floor(Date.now() / period);
  let used = 0;
  return {
    async next() {
      used = Math.max(used + 1, Date.now() % period < period / 2 ? now() - 1 : now());
      await expect.poll(now, { timeout: 2 * period }).toBeGreaterThanOrEqual(used - 1);
      return app.generate({ timestamp: used * period });
    },
  };
}
