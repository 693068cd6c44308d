import { json, notFound, requireCaller, requireMethod, requireSender, respond } from '../_shared/http.ts';
import { enforceSessionRequirement } from '../_shared/session-requirement.ts';
import { checkModel } from './check.ts';
import { listOfferedModels } from './list-offered-models.ts';

/**
 * `GET /functions/v1/models`: lists the models that the gateway offers, in OpenAI's format, for an access token or a
 * developer API key. `POST /functions/v1/models/check`: see `checkModel`.
 */
export const handler = respond(async (request, context) => {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/models')) {
    requireMethod(request, 'GET');
    const sender = await requireSender(request, context);
    return json({ object: 'list', data: await listOfferedModels(context, sender, request.signal) });
  }
  if (!pathname.endsWith('/models/check')) throw notFound();
  requireMethod(request, 'POST');
  const caller = await requireCaller(request, context);
  await enforceSessionRequirement(context, caller);
  return json(await checkModel(request, context, caller));
});
