import { Secret, TOTP } from 'otpauth';
import { expect } from 'playwright/test';

export interface Authenticator {
  /** Returns a different code each time, because the service accepts each code once. */
  readonly next: () => Promise<string>;
}

/**
 * Creates an authenticator app that returns each code once. In the first half of a period, the first code is the
 * previous period's, which the service still accepts; in the second half, it is the current one. Each later call
 * returns at least the next code, and waits until that code is at most one period ahead.
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
