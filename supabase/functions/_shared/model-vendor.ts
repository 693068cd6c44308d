import { z } from 'zod';
import type { FunctionContext, Sender } from './context.ts';
import { readVendorName } from './own-key.ts';

/**
 * Finds the vendor of a request: the one in `x-clover-vendor` or, for a program without that header, the enabled vendor
 * that has the model. Null means the active vendor. Throws Refusal 400 for a long name.
 */
export async function findVendorName(
  request: Request,
  context: FunctionContext,
  sender: Sender,
  model: string,
): Promise<string | null> {
  const named = readVendorName(request);
  if (named !== null || !('apiKeyHash' in sender)) return named;
  // Runs as the service, because an API key provides no token for reading rows.
  const found = await context.callAsService('find_model_vendor', { model_id: model });
  return z.string().nullable().parse(found);
}
