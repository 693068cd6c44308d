import { brand } from '../../../../shared/brand.ts';
import { paths } from '../../../lib/paths.ts';
import { apiDocsTexts } from './api-docs.ts';

export interface DocumentEntry {
  readonly path: string;
  readonly title: string;
  readonly lead: string;
}

/** The files of `docs/` that the site shows, by the last part of their address. */
export const documents = {
  deployment: {
    path: `${paths.docs}/deployment`,
    title: 'Going live',
    lead: `Run ${brand} on your own machine or on Supabase: settings, HTTPS, mail, backups and updates.`,
  },
  desktop: {
    path: `${paths.docs}/desktop`,
    title: 'The desktop app',
    lead: 'Where it stores chats and keys, how it updates, and how its packages are built.',
  },
  architecture: {
    path: `${paths.docs}/architecture`,
    title: 'Architecture',
    lead: `How ${brand} is built, with one message followed from key press to database.`,
  },
  'data-model': {
    path: `${paths.docs}/data-model`,
    title: 'Data model',
    lead: 'Every table, who may read it and who may change it.',
  },
  scaling: {
    path: `${paths.docs}/scaling`,
    title: 'Scaling',
    lead: 'What a larger installation needs, with measurements.',
  },
} as const satisfies Readonly<Record<string, DocumentEntry>>;

export type DocumentName = keyof typeof documents;

export const isDocument = (name: string): name is DocumentName => Object.hasOwn(documents, name);

/** The API documentation is a separate page because it shows the address of the running service. */
export const documentList: readonly DocumentEntry[] = [
  ...Object.values(documents),
  {
    path: paths.apiDocs,
    title: apiDocsTexts.title,
    lead: `Use ${brand} from your own programs with any OpenAI client.`,
  },
];

export const docsTexts = {
  title: 'Documentation',
  lead: `How to run ${brand}, how to use it from your own programs, and how it works.`,
  all: 'All documentation',
} as const;
