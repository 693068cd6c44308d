import { serveActions, type CallerAction } from '../_shared/http.ts';
import { enforceSessionRequirement } from '../_shared/session-requirement.ts';
import { createKey, revokeKey } from './api-keys.ts';
import { deleteAccount } from './delete.ts';

const requireCompleteSession =
  (action: CallerAction): CallerAction =>
  async (request, context, caller) => {
    await enforceSessionRequirement(context, caller);
    return action(request, context, caller);
  };

/** `POST /functions/v1/account/<path>`: actions of users on their own account. Developer API keys are refused. */
export const handler = serveActions('account', {
  'api-keys/create': requireCompleteSession(createKey),
  'api-keys/revoke': requireCompleteSession(revokeKey),
  delete: requireCompleteSession(deleteAccount),
});
