// Compares response times of sign-in, sign-up and recovery for emails with and without an account: they must not
// differ. `npm run prove -- timing [pairs]`, on PGlite and PostgreSQL. Fails if the medians differ too much, because
// the time would then reveal who has an account.
import { startAuth } from '../../src/service/auth/testing/harness.ts';
import { proveOnBothDatabases } from './lib/databases.ts';
import { median } from './lib/figures.ts';

const pairs = Number(process.argv[2] ?? 100);
/** The maximum difference between the medians of both series, as a share. */
const maxDifference = 0.15;
/**
 * The medians may always differ by this many milliseconds. Requests that trigger an email respond within a millisecond
 * or two, before they read anything, so a relative limit would only measure noise. A test checks that order
 * (recovery.test.ts), and this proof would detect a response that waits for the email. Each recipient gets one such
 * response per minute (`mailToMailbox`), too few to measure smaller differences over a network.
 */
const floor = 1;

type Request = (email: string) => Promise<unknown>;

console.log(`bound: ${maxDifference * 100} % of the median, at least ${floor} ms`);
const isProven = await proveOnBothDatabases('timing', async (kind, database) => {
  const { client, admin, auth } = startAuth(database, { confirmEmail: true });
  // Use a new recipient for every request, because a recipient gets one email of a kind per minute.
  const known = Array.from({ length: pairs }, (_, index) => `known-${index}@example.org`);
  for (const email of known) {
    const { error } = await admin().auth.admin.createUser({
      email,
      email_confirm: true,
      password: 'a password',
    });
    if (error) throw error;
  }
  const password = 'a wrong password';
  const requests: Readonly<Record<string, Request>> = {
    'sign-in': (email) => client().auth.signInWithPassword({ email, password }),
    recovery: (email) => client().auth.resetPasswordForEmail(email),
    'magic link': (email) => client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
    resend: (email) => client().auth.resend({ type: 'signup', email }),
    'sign-up': (email) => client().auth.signUp({ email, password }),
  };
  let isWithinBounds = true;
  for (const [name, request] of Object.entries(requests)) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const measure = async (address: 'known' | 'unknown', email: string) => {
      const start = performance.now();
      await request(email);
      times[address].push(performance.now() - start);
      // Work after the response must not slow down the next request.
      await auth.settle();
    };
    // The first requests are always slower.
    for (let turn = 0; turn < 10; turn += 1)
      await measure('unknown', `first-${turn}-of-${name.replace(' ', '-')}@example.org`);
    times.unknown.length = 0;
    for (const [index, email] of known.entries()) {
      const stranger = `${name.replace(' ', '-')}-${index}@example.org`;
      const turns = [() => measure('known', email), () => measure('unknown', stranger)];
      for (const turn of index % 2 === 0 ? turns : turns.toReversed()) await turn();
    }
    const [withAccount, without] = [median(times.known), median(times.unknown)];
    const bound = Math.max(maxDifference * without, floor);
    const isWithin = Math.abs(withAccount - without) <= bound;
    isWithinBounds &&= isWithin;
    console.log(
      `${kind}, ${name}: ${withAccount.toFixed(2)} ms with an account, ${without.toFixed(2)} ms without: ${(withAccount / without).toFixed(3)}x, ${isWithin ? 'within' : 'NOT within'} ${bound.toFixed(2)} ms`,
    );
  }
  return isWithinBounds;
});
process.exitCode = isProven ? 0 : 1;
