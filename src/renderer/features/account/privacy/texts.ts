export const privacyTexts = {
  consent: 'Let support see my chats',
  consentNote:
    'Off: whoever helps you sees that you have chats, never their titles or text. You can turn it off again at any time.',
  consentFailed: 'The switch could not be saved. Try again in a moment.',
  merge: {
    title: 'Merge this account',
    question: (email: string) =>
      `An administrator asks to merge this account into ${email}. If you agree, all your chats move there and this account is deleted. Agree only if ${email} is yours: whoever uses it can read your chats.`,
    agreed: (email: string) =>
      `You agreed to merge this account into ${email}. You can withdraw until it is done, within 30 days.`,
    agree: 'Agree',
    decline: 'Decline',
    withdraw: 'Withdraw',
    failed: 'Couldn’t save your answer. Try again.',
  },
  receipts: 'Who has looked at your account',
  receiptsLead:
    'Each time an administrator views, changes or exports your account, or changes which provider answers, it is listed here permanently.',
  none: 'Nobody has.',
  unknown: 'The list could not be read.',
  retry: 'Retry',
  older: 'Show older ones',
  by: 'by an administrator',
  reason: (reason: string) => `Reason given: ${reason}`,
} as const;

/** What was done, by the log's name for it; its own name is shown for one that is not here. */
const acts: ReadonlyMap<string, string> = new Map([
  ['user.show', 'Your account was viewed'],
  ['user.impersonate', 'Your account was opened for viewing'],
  ['user.view', 'A page of your account was viewed'],
  ['user.end-impersonation', 'The view of your account was closed'],
  ['user.grant-role', 'You were given a role'],
  ['user.revoke-role', 'A role was taken from you'],
  ['user.set-plan', 'Your plan was changed'],
  ['user.set-budget', 'Your limits were changed'],
  ['user.restrict', 'Your account was restricted'],
  ['user.lift', 'A restriction was lifted'],
  ['user.reset-password', 'A new password was asked of you'],
  ['user.set-verified', 'The state of your email was changed'],
  ['user.ask-merge', 'You were asked to agree to a merge'],
  ['user.merge', 'Another account was merged with yours'],
  ['user.merged-away', 'Your account was merged into another one'],
  ['user.delete', 'The deletion of your account was begun'],
  ['user.create-started', 'Your account was ordered'],
  ['user.create', 'Your account was created'],
  ['user.create-failed', 'Your account could not be created at first'],
  ['vendor.activate', 'The provider that answers was changed for everyone'],
  ['vendor.save', 'The address of a provider was changed for everyone'],
  ['api-key.revoke', 'An API key of yours was revoked'],
  ['log.export', 'The log of your account was exported'],
]);

export const actText = (action: string): string => acts.get(action) ?? `Your account was changed (${action})`;
