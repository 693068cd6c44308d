import { z } from 'zod';
import {
  subscribeRequestSchema,
  subscriptionSchema,
  type Subscription,
} from '../../../src/shared/billing/subscription.ts';
import { readJson } from '../_shared/body.ts';
import type { Caller, FunctionContext, FunctionHandler } from '../_shared/context.ts';
import {
  answering,
  json,
  notFound,
  preflight,
  Refusal,
  unauthenticated,
  wrongMethod,
} from '../_shared/http.ts';
import { callAsCaller } from '../_shared/service.ts';

/** Bytes. One word and nothing else. */
const largestBody = 1024;

const answerSchema = z.discriminatedUnion('ok', [
  subscriptionSchema.extend({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    code: z.enum(['forbidden', 'invalid_request', 'payments_off', 'no_plan']),
    message: z.string(),
  }),
]);

const statuses = { forbidden: 403, invalid_request: 400, payments_off: 409, no_plan: 404 } as const;

type Act = (request: Request, context: FunctionContext, caller: Caller) => Promise<unknown>;

/** By the path below `/functions/v1/billing/`. As the caller: the plan is his own, and the database decides. */
const acts: ReadonlyMap<string, Act> = new Map([
  [
    'subscribe',
    async (request, context, caller) =>
      callAsCaller(
        context,
        caller,
        'subscribe',
        await readJson(request, subscribeRequestSchema, largestBody),
      ),
  ],
  ['cancel', (_, context, caller) => callAsCaller(context, caller, 'cancel_subscription', {})],
]);

/**
 * `POST /functions/v1/billing/subscribe {billing}` records the caller's Professional plan while payments are
 * simulated; `POST …/billing/cancel` ends it with its term [CHECKOUT-031]. Both answer with the plan as it stands.
 */
export const handler: FunctionHandler = (request, context) =>
  answering(async () => {
    if (request.method === 'OPTIONS') return preflight();
    const [, path = ''] = new URL(request.url).pathname.split('/billing/');
    const act = acts.get(path);
    if (!act) throw notFound();
    if (request.method !== 'POST') throw wrongMethod('POST');
    const caller = await context.verifyBearer(request);
    if (!caller) throw unauthenticated();
    const answer = answerSchema.parse(await act(request, context, caller));
    if (!answer.ok) throw new Refusal(statuses[answer.code], answer.code, answer.message);
    const { plan, billing, started_at, ends_at } = answer;
    return json({ plan, billing, started_at, ends_at } satisfies Subscription);
  });
