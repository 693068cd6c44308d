import { bestMatches } from '../../../lib/match.ts';
import { paths } from '../../../lib/paths.ts';
import { apiDocsTexts, docsParts } from './api-docs.ts';
import { documents } from './documents.ts';
import type { DocumentSection } from './parsed-document.ts';

export interface SearchHit {
  /** Includes the anchor. */
  readonly address: string;
  readonly page: string;
  /** Empty at the start of a page. */
  readonly title: string;
  readonly excerpt: string;
}

/** The build creates this index from all documents. */
const files = import.meta.glob<readonly DocumentSection[]>(
  '../../../../../docs/{ARCHITECTURE,GLOSSARY,api,data-model,deployment,desktop,encryption,measurements,scaling,security}.md',
  { query: '?sections', import: 'sections', eager: true },
);

const pages = [
  ...Object.values(documents).map(({ file, path, title }) => ({
    path,
    page: title,
    sections: files[`../../../../../docs/${file}.md`] ?? [],
  })),
  {
    path: paths.apiDocs,
    page: apiDocsTexts.title,
    sections: docsParts('').map(({ id, title, text }) => ({ id, title, text: text.join(' ') })),
  },
];

const entries = pages.flatMap(({ path, page, sections }) =>
  sections.map(({ id, title, text }) => ({ address: id ? `${path}#${id}` : path, page, title, text })),
);

const MAX_HITS = 12;
const EXCERPT_LENGTH = 140;

/** Finds sections that contain all words. Matches in the heading come first. */
export function searchDocuments(query: string): readonly SearchHit[] {
  const [first = ''] = query.toLowerCase().split(/\s+/u);
  return bestMatches(query, entries, ({ title, page, text }) => [title, `${page} ${text}`])
    .slice(0, MAX_HITS)
    .map(({ text, ...hit }) => ({ ...hit, excerpt: excerptOf(text, first) }));
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const start = at < EXCERPT_LENGTH / 2 ? 0 : text.lastIndexOf(' ', at - EXCERPT_LENGTH / 3) + 1;
  const part = text.slice(start, start + EXCERPT_LENGTH);
  return `${start > 0 ? '…' : ''}${part}${start + EXCERPT_LENGTH < text.length ? '…' : ''}`;
}
