import { z } from 'zod';
import { checkConnection } from '../../../src/shared/providers/check-connection.ts';
import {
  connectionResultSchema,
  type ConnectionResult,
} from '../../../src/shared/providers/connection-result.ts';
import { readAnswer } from './answer.ts';
import type { FunctionContext } from './context.ts';
import { openVendor, sealedVendorSchema } from './sealed-vendor.ts';
import { checkSchema, shareAnswer } from './shared-answer.ts';

const begunSchema = z.object({
  vendor: sealedVendorSchema,
  model: z.string(),
  subject: z.string(),
  check: checkSchema,
});

export interface ConnectionTest {
  readonly vendor: { readonly name: string; readonly display_name: string };
  readonly result: ConnectionResult;
}

/**
 * Tests a vendor with the service's key, once in 30 s for all who want to know (VENDOR-015). `begin` opens the test in
 * the database and returns its answer. Throws Refusal where the database refuses.
 */
export async function testConnection(
  context: FunctionContext,
  signal: AbortSignal,
  begin: () => Promise<unknown>,
): Promise<ConnectionTest> {
  const { begun, answer } = await shareAnswer(context, {
    signal,
    begin: async () => readAnswer(await begin(), begunSchema),
    ask: async ({ vendor, model }) =>
      checkConnection(await openVendor(context, vendor), model, {
        purpose: 'vendor',
        signal,
        fetch: context.fetch,
      }),
    read: (result) => connectionResultSchema.parse(result),
  });
  return { vendor: begun.vendor, result: answer };
}
