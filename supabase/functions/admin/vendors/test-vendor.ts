import type { z } from 'zod';
import type { vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { firstChatModel } from '../../../../src/shared/providers/chat-models.ts';
import { resultOf } from '../../../../src/shared/providers/check-connection.ts';
import { testConnection, type ConnectionTest } from '../../_shared/connection-test.ts';
import { Refusal } from '../../_shared/http.ts';
import type { ActionContext } from '../action.ts';
import { modelsOf, openVendor } from './list-vendor-models.ts';

type Body = z.infer<typeof vendorRequestSchemas.test>;

const test = ({ context, signal, call }: ActionContext, { vendor, model }: Body, asFallback: boolean) =>
  testConnection(context, signal, () =>
    call('begin_vendor_test', {
      vendor_name: vendor,
      // The tested model is left out, because the failover vendor has other models.
      model_id: asFallback ? null : (model ?? null),
      as_fallback: asFallback,
    }),
  );

/** Tests a new vendor with a model that it lists, because it has no default model and no available models yet. */
async function testListedModel(context: ActionContext, body: Body): Promise<ConnectionTest> {
  const vendor = await openVendor(body.vendor, context);
  const started = performance.now();
  let model: string | null;
  try {
    model = firstChatModel(await modelsOf(vendor, context));
  } catch (failure) {
    // A refusal means that the vendor lists no models.
    if (failure instanceof Refusal) throw failure;
    const result = resultOf(vendor, '', started, { failure });
    return { vendor: { name: vendor.name, display_name: vendor.displayName }, result };
  }
  return test(context, { ...body, ...(model !== null && { model }) }, false);
}

async function testItself(context: ActionContext, body: Body): Promise<ConnectionTest> {
  try {
    return await test(context, body, false);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'model') return testListedModel(context, body);
    throw error;
  }
}

/** Tests the failover vendor. Resolves to null if there is none. */
async function testFailover(context: ActionContext, body: Body): Promise<ConnectionTest | null> {
  try {
    return await test(context, body, true);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const replyOf = ({ vendor, result }: ConnectionTest) => ({
  ...result,
  vendor: vendor.name,
  vendor_display_name: vendor.display_name,
});

/**
 * Tests a vendor and, if it fails, the failover vendor (VENDOR-016). In that case the response contains the failover
 * vendor's success and the first vendor's failure. Nothing is activated.
 */
export async function testVendor(body: Body, context: ActionContext) {
  const tested = await testItself(context, body);
  if (tested.result.success) return replyOf(tested);
  const failover = await testFailover(context, body);
  return failover?.result.success
    ? { ...replyOf(failover), failure: tested.result.message }
    : replyOf(tested);
}
