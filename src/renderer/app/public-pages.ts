import { brand } from '../../shared/brand.ts';
import { prices } from '../../shared/domain/plans.ts';
import { sharePath } from '../../shared/sharing/share-link.ts';
import { apiDocsTexts } from '../features/site/docs/api-docs.ts';
import { docsTexts, documents } from '../features/site/docs/documents.ts';
import { featuresTexts } from '../features/site/features/texts.ts';
import { hero } from '../features/site/landing/content/top-texts.ts';
import { listQuestions } from '../features/site/pricing/questions.ts';
import { pricingTexts } from '../features/site/pricing/texts.ts';
import { privacyTexts } from '../features/site/privacy/texts.ts';
import { notFoundTexts } from '../features/site/texts.ts';
import { paths } from '../lib/paths.ts';
import { planFacts } from '../lib/plan-texts.ts';

/** A page that is prerendered at build time for search engines, link previews and readers without JavaScript. */
export interface PublicPage {
  readonly path: string;
  readonly title: string;
  /** The text for search results and previews, with 50 to 160 characters. */
  readonly description: string;
  /** The page's module. Its chunks are preloaded. */
  readonly module: string;
  /** A repository file, such as a document. The page loads its chunk itself. */
  readonly part?: string;
  /**
   * The page shows data of the service, so it loads the app immediately. Other pages load it at the first interaction.
   */
  readonly isLive?: true;
  /** Structured data for search engines (schema.org). Never contains sample figures [SITE-017, SITE-076]. */
  readonly data?: Readonly<Record<string, unknown>>;
}

const site = '../features/site';

export const publicPages: readonly PublicPage[] = [
  {
    path: paths.home,
    title: hero.pageTitle,
    description: `${brand} is an uncensored and private AI chat for the web and the desktop. Choose which model answers and try it without an account.`,
    module: `${site}/landing/LandingPage.tsx`,
    data: {
      '@type': 'SoftwareApplication',
      name: brand,
      applicationCategory: 'CommunicationApplication',
      operatingSystem: 'Web, Windows, macOS, Linux',
      description: `An uncensored and private AI chat you can check. ${hero.lead}`,
      offers: [
        { '@type': 'Offer', name: pricingTexts.plans.starter.name, price: prices.starter.monthly },
        { '@type': 'Offer', name: pricingTexts.plans.professional.name, price: prices.professional.monthly },
      ].map((offer) => ({ ...offer, priceCurrency: 'USD' })),
    },
  },
  {
    path: paths.features,
    title: featuresTexts.title,
    description: `Models side by side in one list, your own keys, personas, temporary chats and an API for any OpenAI client: what ${brand} does, and what is coming.`,
    module: `${site}/features/FeaturesPage.tsx`,
  },
  {
    path: paths.pricing,
    title: pricingTexts.title,
    description: `Starter is free and needs no card. Professional has no limits for $${prices.professional.monthly} a month or $${prices.professional.annual} a year, with a ${planFacts.moneyBack()}.`,
    module: `${site}/pricing/PricingPage.tsx`,
    // Shows Starter's limits, which the service sets.
    isLive: true,
    data: {
      '@type': 'FAQPage',
      mainEntity: listQuestions().map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  },
  {
    path: paths.privacy,
    title: privacyTexts.title,
    description: `What leaves this device when you use ${brand}, where it goes and why: one table, checked against the requests that the app actually sends.`,
    module: `${site}/privacy/PrivacyPage.tsx`,
  },
  {
    path: paths.docs,
    title: docsTexts.title,
    description: `How to run ${brand} on your own machine or on Supabase, use it from your own programs and on the desktop, and how it works.`,
    module: `${site}/docs/DocsPage.tsx`,
  },
  {
    path: paths.apiDocs,
    title: apiDocsTexts.title,
    description: `Use ${brand} from your own programs: point any OpenAI client at it, with a key that you create and revoke yourself. URLs, fields, errors and limits.`,
    module: `${site}/docs/ApiDocsPage.tsx`,
    // Shows the service's URL.
    isLive: true,
  },
  ...Object.values(documents).map(({ file, path, title, lead }) => ({
    path,
    title,
    description: lead,
    module: `${site}/docs/DocsPage.tsx`,
    part: `docs/${file}.md`,
  })),
];

/** Shown with status 404 at unknown paths [SITE-023]. */
export const notFoundPage: PublicPage = {
  path: '/404',
  title: notFoundTexts.title,
  description: notFoundTexts.lead,
  module: 'app/RareRoutes.tsx',
  // The app may have a page for the path.
  isLive: true,
};

/** A page that depends on the user, so the app renders it in the browser. */
export interface AppPage {
  readonly file: string;
  /** A star matches all longer paths. */
  readonly paths: readonly string[];
  /** The page's module. Its chunks are preloaded. */
  readonly module?: string;
  /** Search engines must not list it, and other sites must not learn its URL. */
  readonly isUnlisted?: true;
  /** True if the page contains its styles. Each style sheet would be another request. */
  readonly containsStyles?: true;
}

export const appPages: readonly AppPage[] = [
  { file: 'chat.html', paths: [paths.chat, paths.history], module: 'app/ChatRoute.tsx' },
  {
    file: 'signin.html',
    paths: [paths.signIn],
    module: '../features/account/sign-in/SignInPage.tsx',
    containsStyles: true,
  },
  { file: 'share.html', paths: [`${sharePath}/*`], module: 'app/ShareRoute.tsx', isUnlisted: true },
  {
    file: 'app.html',
    paths: [
      paths.signUp,
      paths.authCallback,
      paths.resetPassword,
      paths.checkout,
      paths.account,
      `${paths.account}/*`,
      paths.admin,
      `${paths.admin}/*`,
    ],
  },
];
