// Asks the auth service about addresses with an account and without, in turns, over PGlite and over PostgreSQL.
// `npm run prove:timing [pairs]` prints how long the one takes in terms of the other, and ends with 1 when the medians
// of an act lie further apart than the bound: then the time tells who has an account.
import { startAuth } from '../../src/service/auth/testing/harness.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { prepare, withPostgres } from './lib/proof-database.ts';

const pairs = Number(process.argv[2] ?? 100);
/** Between two series of the same act, drawn from the same addresses, the medians differ by less than this. */
const tolerance = 0.15;
/**
 * Milliseconds that the medians may lie apart in any case. An act that sends a mail answers within a millisecond or two,
 * because it looks nothing up before: a share of that is the noise of this machine. That order is for a test to hold
 * (recovery.test.ts); this would show an answer that waits for a mail to leave. An address gets one such answer a minute
 * (`mailToMailbox`), too few to tell less than this from the jitter of a network.
 */
const floor = 1;

type Ask = (email: string) => Promise<unknown>;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function prove(name: string, database: OpenedDatabase): Promise<boolean> {
  const { client, admin, auth } = startAuth(database, { confirmEmail: true });
  // Each mailbox gets one mail of a kind in a minute, so that every question is about another address.
  const known = Array.from({ length: pairs }, (_, index) => `known-${index}@example.org`);
  for (const email of known) {
    const { error } = await admin().auth.admin.createUser({
      email,
      email_confirm: true,
      password: 'a password',
    });
    if (error) throw error;
  }
  const password = 'a guess at it';
  const acts: Readonly<Record<string, Ask>> = {
    'sign-in': (email) => client().auth.signInWithPassword({ email, password }),
    recovery: (email) => client().auth.resetPasswordForEmail(email),
    'magic link': (email) => client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
    resend: (email) => client().auth.resend({ type: 'signup', email }),
    'sign-up': (email) => client().auth.signUp({ email, password }),
  };
  let isProven = true;
  for (const [act, ask] of Object.entries(acts)) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const measure = async (kind: 'known' | 'unknown', email: string) => {
      const begun = performance.now();
      await ask(email);
      times[kind].push(performance.now() - begun);
      // What happens after the answer must not lie in the next one's time.
      await auth.settle();
    };
    // The first few are slower whatever they ask.
    for (let turn = 0; turn < 10; turn += 1)
      await measure('unknown', `first-${turn}-of-${act.replace(' ', '-')}@example.org`);
    times.unknown.length = 0;
    for (const [index, email] of known.entries()) {
      const stranger = `${act.replace(' ', '-')}-${index}@example.org`;
      const turns = [() => measure('known', email), () => measure('unknown', stranger)];
      for (const turn of index % 2 === 0 ? turns : turns.toReversed()) await turn();
    }
    const [theirs, nobodys] = [median(times.known), median(times.unknown)];
    const bound = Math.max(tolerance * nobodys, floor);
    const isWithin = Math.abs(theirs - nobodys) <= bound;
    isProven &&= isWithin;
    console.log(
      `${name}, ${act}: ${theirs.toFixed(2)} ms with an account, ${nobodys.toFixed(2)} ms without: ${(theirs / nobodys).toFixed(3)}x, ${isWithin ? 'within' : 'NOT within'} ${bound.toFixed(2)} ms`,
    );
  }
  return isProven;
}

console.log(`bound: ${tolerance * 100} % of the median, at least ${floor} ms`);
const embedded = await openDatabase({ memory: true });
let isProven: boolean;
try {
  await prepare(embedded);
  isProven = await prove('PGlite', embedded);
} finally {
  await embedded.close();
}
await withPostgres('timing', async (database) => (await prove('PostgreSQL', database)) && isProven);
