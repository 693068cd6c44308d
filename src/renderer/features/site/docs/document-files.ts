import type { ParsedDocument } from './parsed-document.ts';

const folder = '../../../../../docs';
const files = import.meta.glob<Pick<ParsedDocument, 'nodes' | 'headings'>>(
  '../../../../../docs/{ARCHITECTURE,GLOSSARY,api,data-model,deployment,desktop,encryption,measurements,scaling,security}.md',
  { query: '?document' },
);

/** Each document is in a separate chunk. */
export const documentFiles = {
  async load(file: string): Promise<Pick<ParsedDocument, 'nodes' | 'headings'>> {
    const load = files[`${folder}/${file}.md`];
    if (!load) throw new Error(`docs/${file}.md is not among the documents (document-files.ts).`);
    return load();
  },
};
