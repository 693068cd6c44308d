import { lazyComponent, lazyPage, type Preloadable } from '../components/lazy-component.tsx';
import { paths } from '../lib/paths.ts';

export const Landing = lazyPage(
  async () => (await import('../features/site/landing/LandingPage.tsx')).LandingPage,
);
export const Features = lazyPage(
  async () => (await import('../features/site/features/FeaturesPage.tsx')).FeaturesPage,
);
export const Pricing = lazyPage(
  async () => (await import('../features/site/pricing/PricingPage.tsx')).PricingPage,
);
export const Privacy = lazyPage(
  async () => (await import('../features/site/privacy/PrivacyPage.tsx')).PrivacyPage,
);
export const ApiDocs = lazyPage(
  async () => (await import('../features/site/docs/ApiDocsPage.tsx')).ApiDocsPage,
);
export const Docs = lazyPage(async () => (await import('../features/site/docs/DocsPage.tsx')).DocsPage);
export const Rare = lazyPage(async () => (await import('./RareRoutes.tsx')).RareRoutes);

export const SignIn = lazyPage(
  async () => (await import('../features/account/sign-in/SignInPage.tsx')).SignInPage,
);
export const SignUp = lazyPage(
  async () => (await import('../features/account/sign-in/SignUpPage.tsx')).SignUpPage,
);
export const AuthCallback = lazyPage(
  async () => (await import('../features/account/sign-in/AuthCallbackPage.tsx')).AuthCallbackPage,
);
export const ResetPassword = lazyPage(
  async () => (await import('../features/account/sign-in/ResetPasswordPage.tsx')).ResetPasswordPage,
);
export const Account = lazyPage(async () => (await import('./AccountRoute.tsx')).AccountRoute);

export const SettingsDialog = lazyComponent(
  async () => (await import('./AccountRoute.tsx')).SettingsAboveChat,
  { look: 'dialog' },
);

export const Checkout = lazyPage(
  async () => (await import('../features/checkout/CheckoutPage.tsx')).CheckoutPage,
);
export const Admin = lazyPage(async () => (await import('./AdminRoute.tsx')).AdminRoute);
export const Chat = lazyPage(async () => (await import('./ChatRoute.tsx')).ChatRoute);

/** Returns the page to preload at startup for this path. Its chunks are listed in public-pages.ts. */
export const pageToPreload = (path: string): Preloadable | undefined =>
  ({
    [paths.home]: Landing,
    [paths.features]: Features,
    [paths.pricing]: Pricing,
    [paths.privacy]: Privacy,
    [paths.chat]: Chat,
    [paths.history]: Chat,
    [paths.signIn]: SignIn,
  })[path];
