import { z } from 'zod';
import { checkConnection } from '../../../src/shared/providers/check-connection.ts';
import {
  connectionResultSchema,
  type ConnectionResult,
} from '../../../src/shared/providers/connection-result.ts';
import type { FunctionContext } from './context.ts';
import { decryptVendor, encryptedVendorSchema } from './encrypted-vendor.ts';
import { readResult } from './service.ts';
import { checkSchema, shareCheck } from './shared-check.ts';

const startedSchema = z.object({
  vendor: encryptedVendorSchema,
  model: z.string(),
  subject: z.string(),
  check: checkSchema,
});

export interface ConnectionTest {
  readonly vendor: { readonly name: string; readonly display_name: string };
  readonly result: ConnectionResult;
}

/**
 * Tests a vendor with the service's key, at most once in 30 s for all callers (VENDOR-015). `begin` calls the SQL
 * function that starts the test. Throws Refusal if that function refuses.
 */
export async function testConnection(
  context: FunctionContext,
  signal: AbortSignal,
  begin: () => Promise<unknown>,
): Promise<ConnectionTest> {
  const { started, result } = await shareCheck(context, {
    signal,
    begin: async () => readResult(await begin(), startedSchema),
    run: async ({ vendor, model }) =>
      checkConnection(await decryptVendor(context, vendor), model, {
        purpose: 'vendor',
        signal,
        fetch: context.fetch,
      }),
    read: (shared) => connectionResultSchema.parse(shared),
  });
  return { vendor: started.vendor, result };
}
