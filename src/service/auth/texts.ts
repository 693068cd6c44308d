import { brand } from '../../shared/brand.ts';

export type MailKind =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'email_change'
  | 'reauthentication'
  | 'invite'
  | 'already_registered';

/** The text of an email, except its link and code. */
export interface MailText {
  readonly subject: string;
  readonly lead: string;
  /** The button's label. An email without a button has no link. */
  readonly button?: string;
  readonly closing: string;
}

/** All texts of emails in one language. */
export type MailTexts = Readonly<Record<MailKind, MailText>> & {
  readonly phrases: {
    readonly code: string;
    readonly orCode: string;
    readonly expiry: string;
    /** Contains the parameters `from` and `to`. */
    readonly change: string;
  };
};

export const englishMails: MailTexts = {
  confirmation: {
    subject: `Confirm your email for ${brand}`,
    lead: `Welcome to ${brand}. Confirm your email to finish signing up.`,
    button: 'Confirm my email',
    closing: "If you didn't sign up, ignore this email. No account will be created.",
  },
  recovery: {
    subject: `Choose a new password for ${brand}`,
    lead: 'Someone, hopefully you, asked to reset your password.',
    button: 'Choose a new password',
    closing: "If you didn't ask for this, ignore this email. Your password won't change.",
  },
  magic_link: {
    subject: `Sign in to ${brand}`,
    lead: 'Use this link to sign in. It works once.',
    button: 'Sign in',
    closing: "If you didn't ask for this, ignore this email.",
  },
  email_change: {
    subject: `Confirm your new email for ${brand}`,
    lead: "Someone, hopefully you, asked to change your account's email. Confirm the change from both the old and the new email.",
    button: 'Confirm the change',
    closing: "If you didn't ask for this, don't confirm it, and choose a new password.",
  },
  reauthentication: {
    subject: `Your code for ${brand}`,
    lead: "Enter this code to confirm that it's you.",
    closing:
      "If you didn't ask for a code, someone else may be signed in to your account. Choose a new password.",
  },
  invite: {
    subject: `You're invited to ${brand}`,
    lead: 'An administrator created an account for you. Accept the invitation and choose a password.',
    button: 'Accept the invitation',
    closing: "If you don't want an account, ignore this email.",
  },
  already_registered: {
    subject: `You already have a ${brand} account`,
    lead: 'Someone, hopefully you, tried to sign up with this email, but it already has an account.',
    button: 'Sign in',
    closing:
      'If you forgot your password, choose "Forgot your password?" on the sign-in page. If it wasn\'t you, ignore this email.',
  },
  phrases: {
    code: 'Your code',
    orCode: 'Or enter this code',
    expiry: 'The link and the code work once and expire after an hour.',
    change: 'Your email will change from {from} to {to}.',
  },
};
