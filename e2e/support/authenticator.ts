import { Secret, TOTP } from 'otpauth';
import { expect } from 'playwright/test';

/** An authenticator app on a user's phone. */
export interface Authenticator {
  /** A new code, because each is accepted once. */
  readonly next: () => Promise<string>;
}

/**
 * An authenticator app that never repeats a code: it starts with the code of the previous period if the service still
 * accepts it, then uses the following codes. If a code is too far ahead, it waits.
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
