import { z } from 'zod';
import { stopped, timedOut } from '../../../src/shared/providers/failures.ts';
import type { FunctionContext } from './context.ts';
import type { SealedVendor } from './sealed-vendor.ts';
import { callAsService } from './service.ts';

const finished = z.object({ state: z.literal('finished'), result: z.unknown() });
const pending = z.object({ state: z.literal('pending') });
const progressSchema = z.discriminatedUnion('state', [
  finished,
  pending,
  z.object({ state: z.literal('gone') }),
]);

/** Where a question to a vendor stands: to be asked by this caller, being asked by another one, or answered. */
export const checkSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('claimed'), claim: z.string() }),
  pending,
  finished,
]);

/** A question to a vendor as SQL opened it. */
export interface Begun {
  readonly vendor: SealedVendor;
  readonly subject: string;
  readonly check: z.infer<typeof checkSchema>;
}

/** Milliseconds. A vendor has 30 s; who waits for somebody else's answer waits a little longer. */
const patience = 45_000;
const firstPause = 100;
const longestPause = 1000;

/** Rejects with `aborted` when the caller leaves. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(stopped());
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    const leave = () => {
      clearTimeout(timer);
      reject(stopped());
    };
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Waits for the answer that somebody else is fetching; null when it will never come. */
async function awaitAnswer(
  context: FunctionContext,
  { vendor, subject }: Begun,
  signal: AbortSignal,
  until: number,
): Promise<{ readonly result: unknown } | null> {
  for (let milliseconds = firstPause; performance.now() < until; milliseconds *= 1.5) {
    await pause(Math.min(milliseconds, longestPause), signal);
    // As the service: the answers are nobody's rows.
    const progress = progressSchema.parse(
      await callAsService(context, 'read_vendor_check', { vendor_id: vendor.id, subject }),
    );
    if (progress.state === 'finished') return progress;
    if (progress.state === 'gone') return null;
  }
  throw timedOut();
}

async function finish(context: FunctionContext, { vendor, subject }: Begun, claim: string, result: unknown) {
  try {
    // As the service: only who claimed the question may answer it, by its claim.
    await callAsService(context, 'finish_vendor_check', { vendor_id: vendor.id, subject, claim, result });
  } catch (error) {
    // The one who asked has the answer all the same; the others ask again when the claim has run out.
    context.log('vendor-check-unshared', { error: error instanceof Error ? error.name : 'unknown' });
  }
}

export interface Question<Opened extends Begun, Answer> {
  /** Opens the question in the database, which says who asks. */
  readonly begin: () => Promise<Opened>;
  /** Asks the vendor. What it throws is nobody's answer: the next one asks again. */
  readonly ask: (begun: Opened) => Promise<Answer>;
  /** Reads an answer that was shared. */
  readonly read: (result: unknown) => Answer;
  readonly signal: AbortSignal;
}

/**
 * One answer for all who want it at about the same time: one caller asks the vendor, the others wait for him or read
 * what he was told, in whichever process they run. Throws `timeout` after 45 s of waiting.
 */
export async function shareAnswer<Opened extends Begun, Answer>(
  context: FunctionContext,
  { begin, ask, read, signal }: Question<Opened, Answer>,
): Promise<{ readonly begun: Opened; readonly answer: Answer }> {
  const until = performance.now() + patience;
  for (;;) {
    const begun = await begin();
    const { check } = begun;
    if (check.state === 'finished') return { begun, answer: read(check.result) };
    if (check.state === 'pending') {
      const found = await awaitAnswer(context, begun, signal, until);
      if (found) return { begun, answer: read(found.result) };
      continue;
    }
    let answer: Answer;
    try {
      answer = await ask(begun);
    } catch (error) {
      await finish(context, begun, check.claim, null);
      throw error;
    }
    await finish(context, begun, check.claim, answer);
    return { begun, answer };
  }
}
