import { Markdown } from '../../../components/markdown/Markdown.tsx';
import type { DocumentName } from './documents.ts';

/** About 80 kB, loaded with the first document. */
const files = import.meta.glob<string>(
  '../../../../../docs/{ARCHITECTURE,data-model,deployment,desktop,scaling}.md',
  { query: '?raw', import: 'default', eager: true },
);

/** Without the title, which is the heading of the page. */
function textOf(file: string): string {
  const text = files[`../../../../../docs/${file}.md`];
  if (text === undefined) throw new Error(`docs/${file}.md is not among the documents.`);
  return text.replace(/^# .*\n+/, '');
}

const texts: Readonly<Record<DocumentName, string>> = {
  architecture: textOf('ARCHITECTURE'),
  'data-model': textOf('data-model'),
  deployment: textOf('deployment'),
  desktop: textOf('desktop'),
  scaling: textOf('scaling'),
};

export function DocumentText({ name }: { readonly name: DocumentName }) {
  return <Markdown text={texts[name]} />;
}
