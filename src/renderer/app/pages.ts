import { type ComponentType, lazy } from 'react';

/** A page that is fetched when it is opened. `load` names the one export to draw. */
const page = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));

export const Landing = page(
  async () => (await import('../features/site/landing/LandingPage.tsx')).LandingPage,
);
export const Features = page(
  async () => (await import('../features/site/features/FeaturesPage.tsx')).FeaturesPage,
);
export const Pricing = page(
  async () => (await import('../features/site/pricing/PricingPage.tsx')).PricingPage,
);
export const Privacy = page(async () => (await import('../features/site/PrivacyPage.tsx')).PrivacyPage);
export const ApiDocs = page(async () => (await import('../features/site/ApiDocsPage.tsx')).ApiDocsPage);
export const Docs = page(async () => (await import('../features/site/docs/DocsPage.tsx')).DocsPage);
export const NotFound = page(async () => (await import('../features/site/NotFoundPage.tsx')).NotFoundPage);

export const SignIn = page(async () => (await import('../features/account/SignInPage.tsx')).SignInPage);
export const SignUp = page(async () => (await import('../features/account/SignUpPage.tsx')).SignUpPage);
export const AuthCallback = page(
  async () => (await import('../features/account/AuthCallbackPage.tsx')).AuthCallbackPage,
);
export const ResetPassword = page(
  async () => (await import('../features/account/ResetPasswordPage.tsx')).ResetPasswordPage,
);
export const Account = page(async () => (await import('./AccountRoute.tsx')).AccountRoute);

export const Checkout = page(
  async () => (await import('../features/checkout/CheckoutPage.tsx')).CheckoutPage,
);
export const Admin = page(async () => (await import('./AdminRoute.tsx')).AdminRoute);
export const Chat = page(async () => (await import('./ChatRoute.tsx')).ChatRoute);
