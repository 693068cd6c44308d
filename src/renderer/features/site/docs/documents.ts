import { brand } from '../../../../shared/brand.ts';
import { paths } from '../../../lib/paths.ts';
import { apiDocsTexts } from './api-docs.ts';

export interface DocumentEntry {
  readonly path: string;
  readonly title: string;
  /** Also the description in search results: 50 to 160 characters. */
  readonly lead: string;
}

/** Files in `docs/` that the site shows, by the last part of their path. */
export const documents = {
  deployment: {
    file: 'deployment',
    path: `${paths.docs}/deployment`,
    title: 'Going live',
    lead: `Run ${brand} on your own machine or on Supabase: settings, HTTPS, email, backups and updates.`,
  },
  desktop: {
    file: 'desktop',
    path: `${paths.docs}/desktop`,
    title: 'The desktop app',
    lead: 'Where it stores chats and keys, how it updates, and how its packages are built.',
  },
  security: {
    file: 'security',
    path: `${paths.docs}/security`,
    title: 'Security',
    lead: "What administrators can do, why they can't read chats, and what files on a device contain.",
  },
  reference: {
    file: 'api',
    path: `${paths.docs}/reference`,
    title: 'API reference',
    lead: "The gateway's endpoints, errors and limits, and how tables, functions and realtime behave.",
  },
  scaling: {
    file: 'scaling',
    path: `${paths.docs}/scaling`,
    title: 'Scaling',
    lead: 'What larger installations need, with measurements of queries, users and accounts.',
  },
  encryption: {
    file: 'encryption',
    path: `${paths.docs}/encryption`,
    title: 'Encrypted history',
    lead: 'The format, the keys, what is protected from whom, and what is not.',
  },
  measurements: {
    file: 'measurements',
    path: `${paths.docs}/measurements`,
    title: 'Measurements',
    lead: 'Figures for speed, size, data safety and limits, each with the command that measures it.',
  },
  architecture: {
    file: 'ARCHITECTURE',
    path: `${paths.docs}/architecture`,
    title: 'Architecture',
    lead: `How ${brand} is built, with one message followed from key press to database.`,
  },
  'data-model': {
    file: 'data-model',
    path: `${paths.docs}/data-model`,
    title: 'Data model',
    lead: "Every table, who may read and change it, and the database's functions.",
  },
  glossary: {
    file: 'GLOSSARY',
    path: `${paths.docs}/glossary`,
    title: 'Glossary',
    lead: `The words that ${brand} and its documentation use, one word for one thing.`,
  },
} as const satisfies Readonly<Record<string, DocumentEntry & { readonly file: string }>>;

export type DocumentName = keyof typeof documents;

export const isDocument = (name: string): name is DocumentName => Object.hasOwn(documents, name);

/** The API documentation is a separate page, because it shows the running service's URL. */
const apiDocs: DocumentEntry = {
  path: paths.apiDocs,
  title: apiDocsTexts.title,
  lead: `Use ${brand} from your own programs with any OpenAI client.`,
};

const {
  deployment,
  desktop,
  security,
  encryption,
  reference,
  scaling,
  measurements,
  architecture,
  glossary,
} = documents;

/** Groups in the sidebar and in the table of contents. */
export const documentGroups: readonly {
  readonly title: string;
  readonly entries: readonly DocumentEntry[];
}[] = [
  { title: 'Use it', entries: [deployment, desktop, scaling] },
  { title: 'Build on it', entries: [apiDocs, reference] },
  {
    title: 'How it works',
    entries: [architecture, documents['data-model'], security, encryption, measurements, glossary],
  },
];

/**
 * Returns the site's path for a link in a document, such as `deployment.md#settings`. Null if the site doesn't show
 * that file.
 */
export function documentPath(link: string): string | null {
  if (link.startsWith('#')) return link;
  const [, file, anchor = ''] = /^([\w-]+)\.md(#.+)?$/.exec(link) ?? [];
  const document = Object.values(documents).find((entry) => entry.file === file);
  return document ? document.path + anchor : null;
}

export const docsTexts = {
  title: 'Documentation',
  lead: `How to run ${brand}, how to use it from your own programs, and how it works.`,
  all: 'All documentation',
  menu: 'Contents',
  search: 'Search the documentation',
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  noResults: 'No results. Try another word.',
  searchFailed: "The search couldn't be loaded. Try again.",
  code: 'Code',
  table: 'Table',
} as const;
