import { z } from 'zod';
import { modelCheckRequestSchema } from '../../../src/shared/admin/vendors.ts';
import { checkConnection } from '../../../src/shared/providers/check-connection.ts';
import type { ConnectionResult } from '../../../src/shared/providers/connection-result.ts';
import { readJson } from '../_shared/body.ts';
import { testConnection } from '../_shared/connection-test.ts';
import type { Caller, FunctionContext } from '../_shared/context.ts';
import { encryptedVendorSchema, vendorWithKey } from '../_shared/encrypted-vendor.ts';
import { invalidRequest } from '../_shared/http.ts';
import { readOwnKey, requireKeyOrigin, type OwnKey } from '../_shared/own-key.ts';
import { readResult } from '../_shared/service.ts';

const maximumBodyBytes = 4096;

const startedSchema = z.object({ vendor: encryptedVendorSchema });

/**
 * Checks a user's own key. The result is for this user only, so it is neither shared nor stored (PROV-014, KEY-019).
 */
async function checkOwnKey(
  context: FunctionContext,
  caller: Caller,
  { vendor, model }: z.infer<typeof modelCheckRequestSchema>,
  ownKey: OwnKey,
  signal: AbortSignal,
): Promise<ConnectionResult> {
  if (ownKey.vendor !== vendor) throw invalidRequest('x-clover-vendor: must be the vendor to check');
  // Runs as the service, because callers must not change the count of their checks.
  const result = await context.callAsService('begin_key_check', {
    user_id: caller.userId,
    vendor_name: vendor,
  });
  const { vendor: row } = readResult(result, startedSchema);
  requireKeyOrigin(row, ownKey);
  const options = { purpose: 'key', signal, fetch: context.fetch } as const;
  return checkConnection(vendorWithKey(row, ownKey.key), model, options);
}

/**
 * `POST models/check {vendor, model}`: tests whether the vendor responds, at most once in 30 s for all callers. With
 * the headers for a user's own key, tests whether that key works, at most ten times a minute. If the vendor fails, the
 * response is the failure and not an HTTP error.
 */
export async function checkModel(
  request: Request,
  context: FunctionContext,
  caller: Caller,
): Promise<ConnectionResult> {
  const ownKey = readOwnKey(request);
  const body = await readJson(request, modelCheckRequestSchema, maximumBodyBytes);
  if (ownKey) return checkOwnKey(context, caller, body, ownKey, request.signal);
  const { result } = await testConnection(context, request.signal, () =>
    // Runs as the service, because it returns the vendor's encrypted key, which no caller may read.
    context.callAsService('begin_connection_check', {
      user_id: caller.userId,
      vendor_name: body.vendor,
      model_id: body.model,
    }),
  );
  return result;
}
