import { subscribeRequestSchema, subscriptionSchema } from '../../../src/shared/billing/subscription.ts';
import { readJson } from '../_shared/body.ts';
import { serveActions } from '../_shared/http.ts';
import { callAsCaller, readResult } from '../_shared/service.ts';

const maximumBodyBytes = 1024;

/**
 * `POST /functions/v1/billing/subscribe {billing}` records the caller's Professional plan while payments are simulated.
 * `POST …/billing/cancel` cancels it at the end of its term [CHECKOUT-031]. Both respond with the plan.
 */
export const handler = serveActions('billing', {
  subscribe: async (request, context, caller) => {
    const body = await readJson(request, subscribeRequestSchema, maximumBodyBytes);
    return readResult(await callAsCaller(context, caller, 'subscribe', body), subscriptionSchema);
  },
  cancel: async (_, context, caller) =>
    readResult(await callAsCaller(context, caller, 'cancel_subscription', {}), subscriptionSchema),
});
