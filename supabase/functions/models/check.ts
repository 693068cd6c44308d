import { z } from 'zod';
import { modelCheckRequestSchema } from '../../../src/shared/admin/connection.ts';
import { checkConnection } from '../../../src/shared/providers/check-connection.ts';
import type { ConnectionResult } from '../../../src/shared/providers/connection-result.ts';
import { readAnswer } from '../_shared/answer.ts';
import { readJson } from '../_shared/body.ts';
import { testConnection } from '../_shared/connection-test.ts';
import type { Caller, FunctionContext } from '../_shared/context.ts';
import { invalidRequest } from '../_shared/http.ts';
import { readOwnKey, requireOrigin, type OwnKey } from '../_shared/own-key.ts';
import { sealedVendorSchema, vendorWithKey } from '../_shared/sealed-vendor.ts';
import { callAsService } from '../_shared/service.ts';

/** Bytes. */
const largestBody = 4096;

const openedSchema = z.object({ vendor: sealedVendorSchema });

type Asked = z.infer<typeof modelCheckRequestSchema>;

/** The check of a user's own key: for him alone, so neither shared nor kept (PROV-014, KEY-019). */
async function checkOwnKey(
  context: FunctionContext,
  caller: Caller,
  { vendor, model }: Asked,
  ownKey: OwnKey,
  signal: AbortSignal,
): Promise<ConnectionResult> {
  if (ownKey.vendor !== vendor) throw invalidRequest('x-clover-vendor: must be the vendor that is checked');
  // As the service: the count of checks is not the caller's to touch.
  const answer = await callAsService(context, 'begin_key_check', {
    user_id: caller.userId,
    vendor_name: vendor,
  });
  const { vendor: row } = readAnswer(answer, openedSchema);
  requireOrigin(row, ownKey);
  return checkConnection(vendorWithKey(row, ownKey.key), model, {
    purpose: 'key',
    signal,
    fetch: context.fetch,
  });
}

/**
 * `POST models/check {vendor, model}`: whether the active vendor answers, tested once in 30 s for everyone; with the
 * headers of an own key, whether that key works, ten times a minute. Resolves to a result also where the vendor failed.
 */
export async function checkModel(
  request: Request,
  context: FunctionContext,
  caller: Caller,
): Promise<ConnectionResult> {
  const ownKey = readOwnKey(request);
  const asked = await readJson(request, modelCheckRequestSchema, largestBody);
  if (ownKey) return checkOwnKey(context, caller, asked, ownKey, request.signal);
  const { result } = await testConnection(context, request.signal, () =>
    // As the service: it hands out the vendor's sealed key, which no caller may read.
    callAsService(context, 'begin_connection_check', {
      user_id: caller.userId,
      vendor_name: asked.vendor,
      model_id: asked.model,
    }),
  );
  return result;
}
