import { Secret, TOTP } from 'otpauth';
import { expect } from 'playwright/test';

export interface Authenticator {
  /** Returns a new code each time, because the service accepts each code once. */
  readonly next: () => Promise<string>;
}

/**
 * An authenticator app that never repeats a code. In the first half of a period, it starts with the previous period's
 * code, which the service still accepts, otherwise with the current one. Then it uses the following codes. If a code is
 * too far ahead, it waits.
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
