import { CompletionError } from '../../../src/shared/completion/error.ts';
import type { FunctionContext, FunctionHandler } from '../_shared/context.ts';
import { refusalOf } from '../_shared/failures.ts';
import { answering, json, notFound, preflight, unauthenticated, wrongMethod } from '../_shared/http.ts';
import { requireNothingOwed } from '../_shared/session-requirement.ts';
import { checkModel } from './check.ts';
import { offeredModels } from './offered.ts';

async function list(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'GET') throw wrongMethod('GET');
  const sender = await context.identifySender(request);
  if (!sender) throw unauthenticated();
  return json({ object: 'list', data: await offeredModels(context, sender, request.signal) });
}

async function check(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') throw wrongMethod('POST');
  const caller = await context.verifyBearer(request);
  if (!caller) throw unauthenticated();
  await requireNothingOwed(context, caller);
  return json(await checkModel(request, context, caller));
}

/**
 * `GET /functions/v1/models`: the models that the gateway answers with now, in OpenAI's shape, for a session's token or
 * an API key. `POST /functions/v1/models/check`: see `checkModel`.
 */
export const handler: FunctionHandler = (request, context) =>
  answering(async () => {
    if (request.method === 'OPTIONS') return preflight();
    const { pathname } = new URL(request.url);
    try {
      if (pathname.endsWith('/models')) return await list(request, context);
      if (pathname.endsWith('/models/check')) return await check(request, context);
    } catch (error) {
      if (error instanceof CompletionError) throw refusalOf(error);
      throw error;
    }
    throw notFound();
  });
