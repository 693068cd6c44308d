export const privacyTexts = {
  consent: 'Let support see my chats',
  consentNote:
    'Off: whoever helps you sees that you have chats, never their titles or text. You can turn it off again at any time.',
  consentFailed: 'The switch could not be saved. Try again in a moment.',
  receipts: 'Who has looked at your account',
  receiptsLead:
    'Each time an administrator views, changes or exports your account, it is noted here for good.',
  none: 'Nobody has.',
  unknown: 'The list could not be read.',
  retry: 'Retry',
  older: 'Show older ones',
  by: 'by an administrator',
  reason: (reason: string) => `Reason given: ${reason}`,
} as const;

/** What was done, in words, by the first part of the log's name for it; its own name is shown for one that is not here. */
const acts: ReadonlyMap<string, string> = new Map([
  ['users.view', 'Your account was viewed'],
  ['users.impersonate', 'Your account was opened for viewing'],
  ['users.end-impersonation', 'The view of your account was closed'],
  ['users.set-role', 'Your role was changed'],
  ['users.set-plan', 'Your plan was changed'],
  ['users.restrict', 'Your account was restricted'],
  ['users.ban', 'Your account was banned'],
  ['users.lift', 'A restriction was lifted'],
  ['users.reset-password', 'A new password was asked of you'],
  ['users.set-verified', 'The state of your email was changed'],
  ['users.merge', 'Another account was merged with yours'],
  ['users.export', 'Your account was exported'],
  ['users.create', 'Your account was created'],
  ['keys.revoke', 'An API key of yours was revoked'],
]);

export const actText = (action: string): string => acts.get(action) ?? `Your account was changed (${action})`;
