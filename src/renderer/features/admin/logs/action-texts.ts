import { texts } from '../../../../shared/texts.ts';

/**
 * All actions in the log. The name is for lists. The text follows the name of the user who acted, as in "Ada
 * sent a test email", and the name of the affected account may come after it.
 */
const actions = texts('admin/actions', {
  'account.answer-merge': { name: 'Merge request answered', text: 'answered a merge request' },
  'account.create': { name: 'Signed up', text: 'signed up' },
  'account.guest': { name: 'Guest signed in', text: 'signed in as a guest' },
  'api-key.create': { name: 'API key created', text: 'created an API key' },
  'api-key.revoke': { name: 'API key revoked', text: 'revoked an API key' },
  'bulk.complete': { name: 'Bulk operation completed', text: 'completed a bulk operation' },
  'bulk.start': { name: 'Bulk operation started', text: 'started a bulk operation' },
  'log.export': { name: 'Log exported', text: 'exported the audit log' },
  'mail.test': { name: 'Test email sent', text: 'sent a test email' },
  'model.delete': { name: 'Model removed', text: 'removed a model from the selector' },
  'model.delete-at-vendor': { name: "Provider's model removed", text: 'removed a model from a provider' },
  'model.order': { name: 'Models reordered', text: 'reordered the models' },
  'model.save': { name: 'Model saved', text: 'saved a model' },
  'model.save-at-vendor': { name: "Provider's model saved", text: "saved a provider's model" },
  'passkey.add': { name: 'Passkey added', text: 'added a passkey' },
  'passkey.remove': { name: 'Passkey removed', text: 'removed a passkey' },
  'persona.publish': { name: 'Persona published', text: 'published a persona' },
  'persona.unpublish': { name: 'Published persona removed', text: 'removed a published persona' },
  'plan.cancel': { name: 'Plan canceled', text: 'canceled a plan' },
  'plan.subscribe': { name: 'Plan selected', text: 'selected a plan' },
  'prompt.publish': { name: 'Prompt published', text: 'published a prompt' },
  'prompt.unpublish': { name: 'Published prompt removed', text: 'removed a published prompt' },
  'setting.save': { name: 'Setting changed', text: 'changed a setting' },
  'support.consent': { name: 'Support consent changed', text: 'changed whether support may see their chats' },
  'usage.export': { name: 'Usage exported', text: 'exported usage' },
  'user.ask-merge': { name: 'Merge consent requested', text: 'requested merge consent from' },
  'user.create': { name: 'Account created', text: 'created the account' },
  'user.create-failed': { name: 'Account creation failed', text: 'failed to create the account' },
  'user.create-started': { name: 'Account creation started', text: 'started creating the account' },
  'user.delete': { name: 'Account deleted', text: 'deleted the account' },
  'user.end-impersonation': { name: 'Viewing as user stopped', text: 'stopped viewing as' },
  'user.end-session': { name: 'Session ended', text: 'ended a session of' },
  'user.export': { name: 'Users exported', text: 'exported the list of users' },
  'user.grant-role': { name: 'Role granted', text: 'granted a role to' },
  'user.impersonate': { name: 'Viewing as user started', text: 'started viewing as' },
  'user.lift': { name: 'Bans and restrictions lifted', text: 'lifted all bans and restrictions on' },
  'user.merge': { name: 'Account merged', text: 'merged another account into' },
  'user.merged-away': { name: 'Merged account deleted', text: 'merged and deleted the account' },
  'user.reset-password': { name: 'Password reset forced', text: 'forced a password reset for' },
  'user.restrict': { name: 'Account suspended temporarily', text: 'temporarily suspended' },
  'user.revoke-role': { name: 'Role revoked', text: 'revoked a role from' },
  'user.set-budget': { name: 'Budget set', text: 'set the budget of' },
  'user.set-plan': { name: 'Plan set', text: 'set the plan of' },
  'user.set-verified': { name: 'Email verification changed', text: 'changed the email verification of' },
  'user.show': { name: 'Account viewed', text: 'viewed the account of' },
  'user.view': { name: "User's page viewed", text: 'viewed a page of' },
  'vendor.activate': { name: 'Provider activated', text: 'activated a provider' },
  'vendor.add': { name: 'Provider added', text: 'added a provider' },
  'vendor.clear-key': { name: "Provider's key removed", text: "removed a provider's key" },
  'vendor.disable': { name: 'Provider disabled', text: 'disabled a provider' },
  'vendor.enable': { name: 'Provider enabled', text: 'enabled a provider' },
  'vendor.list-models': { name: "Provider's models listed", text: "listed a provider's models" },
  'vendor.remove': { name: 'Provider removed', text: 'removed a provider' },
  'vendor.reorder': { name: 'Failover order changed', text: 'changed the failover order' },
  'vendor.rotate-keys': { name: 'Provider keys re-encrypted', text: 're-encrypted the provider keys' },
  'vendor.save': { name: 'Provider changed', text: 'changed a provider' },
  'vendor.set-key': { name: "Provider's key set", text: "set a provider's key" },
  'vendor.test': { name: 'Provider tested', text: 'tested a provider' },
});

/** Returns null for an action that only a newer version of the service knows. */
const find = (action: string) =>
  Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : null;

/** Returns null for an unknown action. The page then shows its code. */
export const actionText = (action: string): string | null => find(action)?.text ?? null;

/** Returns the action's code if the action is unknown. */
export const actionName = (action: string): string => find(action)?.name ?? action;
