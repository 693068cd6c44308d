import { texts } from '../../../lib/texts.ts';

/**
 * Each text follows the name of the user who acted: "Ada sent a test email". The name of the affected account
 * may come after the text.
 */
const actions = texts('admin/actions', {
  'api-key.create': 'created an API key',
  'api-key.revoke': 'revoked an API key',
  'account.answer-merge': 'answered a merge request',
  'bulk.complete': 'completed a bulk operation',
  'bulk.start': 'started a bulk operation',
  'log.export': 'exported the audit log',
  'mail.test': 'sent a test email',
  'model.delete': 'removed a model from the selector',
  'model.delete-at-vendor': 'removed a model from a vendor',
  'model.order': 'changed the order of the models',
  'model.save': 'saved a model',
  'model.save-at-vendor': "saved a vendor's model",
  'plan.cancel': 'canceled a plan',
  'plan.subscribe': 'subscribed to a plan',
  'setting.save': 'changed a setting',
  'user.ask-merge': 'asked for merge consent from',
  'user.create': 'created the account',
  'user.create-failed': 'failed to create the account',
  'user.create-started': 'started to create the account',
  'user.delete': 'deleted the account',
  'user.end-impersonation': 'stopped viewing as',
  'user.end-session': 'ended a session of',
  'usage.export': 'exported usage',
  'user.export': 'exported the list of users',
  'user.grant-role': 'granted a role to',
  'user.impersonate': 'started viewing as',
  'user.lift': 'lifted all restrictions of',
  'user.merge': 'merged another account into',
  'user.merged-away': 'merged away the account',
  'user.reset-password': 'forced a password reset for',
  'user.restrict': 'suspended',
  'user.revoke-role': 'revoked a role from',
  'user.set-budget': 'set the budget of',
  'user.set-plan': 'set the plan of',
  'user.set-verified': 'changed the email verification of',
  'user.show': 'opened the account of',
  'user.view': 'viewed a page of',
  'vendor.activate': 'activated a vendor',
  'vendor.add': 'added a vendor',
  'vendor.clear-key': "removed a vendor's key",
  'vendor.disable': 'disabled a vendor',
  'vendor.enable': 'enabled a vendor',
  'vendor.list-models': "listed a vendor's models",
  'vendor.remove': 'removed a vendor',
  'vendor.reorder': 'changed the failover order',
  'vendor.rotate-keys': 're-encrypted the vendor keys',
  'vendor.save': 'changed a vendor',
  'vendor.set-key': "set a vendor's key",
  'vendor.test': 'tested a vendor',
});

/** Null for an unknown action: the page then shows its code. */
export const actionText = (action: string): string | null =>
  Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : null;
