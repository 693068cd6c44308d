import type { z } from 'zod';
import { vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { testConnection, type ConnectionTest } from '../../_shared/connection-test.ts';
import { Refusal } from '../../_shared/http.ts';
import { callAct, defineAct, type ActContext } from '../act.ts';
import { supportedVendor } from './names.ts';

type Body = z.infer<typeof vendorRequestSchemas.test>;

const testVendor = (context: ActContext, { vendor, model }: Body, asFallback: boolean) =>
  testConnection(context.context, context.signal, () =>
    callAct(context, 'begin_vendor_test', {
      vendor_name: vendor,
      // The fallback has models of its own.
      model_id: asFallback ? null : (model ?? null),
      as_fallback: asFallback,
    }),
  );

/** The vendor that would answer in the other's place, tested; null where there is none. */
async function testFallback(context: ActContext, body: Body): Promise<ConnectionTest | null> {
  try {
    return await testVendor(context, body, true);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const reply = ({ vendor, result }: ConnectionTest) => ({
  ...result,
  vendor: vendor.name,
  vendor_display_name: vendor.display_name,
});

/**
 * Tests a vendor and, where it fails, the next one that could answer (VENDOR-016): a success of that one is reported as
 * its own, beside what the first one said. Nothing is activated.
 */
async function test(context: ActContext, body: Body) {
  supportedVendor(body.vendor);
  const tested = await testVendor(context, body, false);
  if (tested.result.success) return reply(tested);
  const fallback = await testFallback(context, body);
  return fallback?.result.success ? { ...reply(fallback), failure: tested.result.message } : reply(tested);
}

export const testAct = defineAct(vendorRequestSchemas.test, test);
