import { brand } from '../../../shared/brand.ts';

export const signInTexts = {
  title: 'Sign in',
  lead: `Welcome back to ${brand}.`,
  email: 'Email',
  password: 'Password',
  submit: 'Sign In',
  /** [ACCT-024] */
  busy: 'Signing In...',
  noAccount: 'No account yet?',
  signUp: 'Sign up',
  /** [ACCT-028] */
  done: { title: 'Signed in successfully', message: 'Welcome back!' },
  /** [ACCT-029] */
  failed: { title: 'Sign in failed', message: 'Please check your credentials and try again' },
} as const;

export const demoTexts = {
  title: 'No account required',
  lead: 'Look around as a guest. You get a session of your own, removed after 24 hours.',
  email: 'Email',
  password: 'Password',
  action: 'Try Demo',
  busy: 'Opening the demo...',
  /** [ACCT-036] */
  done: { title: 'Demo mode active', message: "You're now signed in as a demo user!" },
  /** [ACCT-037] */
  failed: { title: 'Demo login failed', message: 'There was an error signing in with demo credentials' },
} as const;

export const signUpTexts = {
  title: 'Create your account',
  lead: 'Three fields, and you can write.',
  name: 'Full name',
  email: 'Email',
  password: 'Password',
  /** [ACCT-010] */
  passwordHint: 'At least 8 characters',
  submit: 'Create Account',
  /** [ACCT-013] */
  busy: 'Creating Account...',
  tryDemo: 'Try Demo First',
  hasAccount: 'Already have an account?',
  signIn: 'Sign in',
  /** [ACCT-016] */
  done: { title: 'Account created', message: "You've successfully signed up!" },
  /** [ACCT-017] */
  failed: { title: 'Error', message: 'Failed to create account. Please try again.' },
  confirm: {
    title: 'Confirm your email',
    message: 'We have sent you a link. Open it, then sign in.',
  },
} as const;

export const accountTexts = {
  title: 'Account',
  name: 'Name',
  email: 'Email',
  plan: 'Plan',
  plans: { guest: 'Guest', starter: 'Starter', professional: 'Professional' },
  signOut: 'Sign Out',
} as const;

export const callbackTexts = {
  title: 'Signing you in',
  failedTitle: 'This link did not work',
  failed:
    'It may have expired, been used already, or been opened in another browser. Please ask for a new one.',
  signIn: 'Go to sign-in',
} as const;

export const resetPasswordTexts = {
  title: 'Reset your password',
  lead: 'Resetting a password by email opens here soon. Until then, an administrator can set a new one for you.',
  signIn: 'Go to sign-in',
} as const;
