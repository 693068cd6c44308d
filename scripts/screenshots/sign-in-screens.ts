import { fillSignIn, fillSignUp } from '../../e2e/support/sign-in.ts';
import { screenAt, type Screen } from './screen.ts';

export const signInScreens: readonly Screen[] = [
  screenAt('sign-in', 'visitor', '/signin', /Sign in|Welcome/i),
  {
    name: 'sign-in-empty',
    viewer: 'visitor',
    open: async ({ page }) => {
      await page.goto('/signin');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    },
  },
  {
    name: 'sign-in-refused',
    viewer: 'visitor',
    open: async ({ page }) => {
      await page.goto('/signin');
      await fillSignIn(page, { email: 'stranger@example.com', password: 'a wrong password' });
      await page
        .getByText(/wrong|incorrect|invalid/i)
        .first()
        .waitFor();
    },
  },
  {
    name: 'sign-in-unreachable',
    viewer: 'visitor',
    open: async ({ page }) => {
      await page.goto('/signin');
      await page.route('**/auth/v1/**', (route) => route.abort());
      await fillSignIn(page, { email: 'ada@example.com', password: 'a good long password' });
      await page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /\S/ }).first().waitFor();
    },
  },
  screenAt('sign-up', 'visitor', '/signup', /account/i),
  {
    name: 'sign-up-short-password',
    viewer: 'visitor',
    open: async ({ page }) => {
      await page.goto('/signup');
      await fillSignUp(page, { name: 'Ada', email: 'ada@example.com', password: 'short' });
      await page
        .getByText(/at least 8/)
        .first()
        .waitFor();
    },
  },
  screenAt('reset-password', 'visitor', '/reset-password', /password/i),
  {
    name: 'reset-password-sent',
    viewer: 'visitor',
    open: async ({ page }) => {
      await page.goto('/reset-password');
      // Each recipient gets one email per minute.
      await page.getByLabel('Email').fill(`ada-${page.viewportSize()?.width}@example.com`);
      await page.getByRole('button', { name: 'Send email' }).click();
      await page
        .getByText(/code|link/i)
        .first()
        .waitFor();
    },
  },
  screenAt(
    'auth-callback-broken',
    'visitor',
    '/auth/callback?error=access_denied&error_description=Expired',
    /\S/,
  ),
];
