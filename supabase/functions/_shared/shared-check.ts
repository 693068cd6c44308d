import { z } from 'zod';
import { stoppedError, timeoutError } from '../../../src/shared/providers/failures.ts';
import type { FunctionContext } from './context.ts';
import type { EncryptedVendor } from './encrypted-vendor.ts';

const finishedSchema = z.object({ state: z.literal('finished'), result: z.unknown() });
const pendingSchema = z.object({ state: z.literal('pending') });
const progressSchema = z.discriminatedUnion('state', [
  finishedSchema,
  pendingSchema,
  z.object({ state: z.literal('gone') }),
]);

/** The state of a check: this caller runs it, another one is running it, or it is finished. */
export const checkSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('claimed'), claim: z.string() }),
  pendingSchema,
  finishedSchema,
]);

interface StartedCheck {
  readonly vendor: EncryptedVendor;
  readonly subject: string;
  readonly check: z.infer<typeof checkSchema>;
}

/**
 * Maximum wait in milliseconds. A vendor has 30 s, and callers who wait for another caller's result wait a little
 * longer.
 */
const maxWait = 45_000;
const firstPause = 100;
const longestPause = 1000;

/** Rejects with `aborted` when the caller disconnects. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(stoppedError());
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    const leave = () => {
      clearTimeout(timer);
      reject(stoppedError());
    };
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Waits for the result of another caller's check. Resolves to null if it will never come. */
async function awaitResult(
  context: FunctionContext,
  { vendor, subject }: StartedCheck,
  signal: AbortSignal,
  until: number,
): Promise<{ readonly result: unknown } | null> {
  for (let milliseconds = firstPause; performance.now() < until; milliseconds *= 1.5) {
    await pause(Math.min(milliseconds, longestPause), signal);
    // Runs as the service, because results don't belong to any user.
    const progress = progressSchema.parse(
      await context.callAsService('read_vendor_check', { vendor_id: vendor.id, subject }),
    );
    if (progress.state === 'finished') return progress;
    if (progress.state === 'gone') return null;
  }
  throw timeoutError();
}

async function finish(
  context: FunctionContext,
  { vendor, subject }: StartedCheck,
  claim: string,
  result: unknown,
) {
  try {
    // Runs as the service, because clients must not write results. Only the caller with the claim finishes the check.
    await context.callAsService('finish_vendor_check', { vendor_id: vendor.id, subject, claim, result });
  } catch (error) {
    // This caller has the result. The others repeat the check once the claim has expired.
    context.log('vendor-check-not-shared', { error: error instanceof Error ? error.name : 'unknown' });
  }
}

/**
 * Runs a check of a vendor once for all callers who request it at about the same time, in any process: one caller calls
 * the vendor, and the others wait for the result or read it. Throws `timeout` after waiting for 45 s.
 */
export async function shareCheck<Check extends StartedCheck, Result>(
  context: FunctionContext,
  {
    begin,
    run,
    read,
    signal,
  }: {
    /** Starts the check in the database, which decides who runs it. */
    readonly begin: () => Promise<Check>;
    /** Calls the vendor. Errors are not shared: the next caller repeats the check. */
    readonly run: (started: Check) => Promise<Result>;
    readonly read: (result: unknown) => Result;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly started: Check; readonly result: Result }> {
  const until = performance.now() + maxWait;
  for (;;) {
    const started = await begin();
    const { check } = started;
    if (check.state === 'finished') return { started, result: read(check.result) };
    if (check.state === 'pending') {
      const shared = await awaitResult(context, started, signal, until);
      if (shared) return { started, result: read(shared.result) };
      continue;
    }
    let result: Result;
    try {
      result = await run(started);
    } catch (error) {
      await finish(context, started, check.claim, null);
      throw error;
    }
    await finish(context, started, check.claim, result);
    return { started, result };
  }
}
