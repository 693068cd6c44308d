import { type ComponentType } from 'react';
import { Link, useParams } from 'react-router-dom';
import { lazyPage } from '../../../components/lazy-component.tsx';
import { paths } from '../../../lib/paths.ts';
import { NotFoundPage } from '../NotFoundPage.tsx';
import styles from './DocsPage.module.css';
import { documentFiles } from './document-files.ts';
import { DocsLayout } from './DocsLayout.tsx';
import { documentGroups, documents, docsTexts as texts, isDocument } from './documents.ts';
import { DocumentText } from './DocumentText.tsx';

/** Each document is a separate module, loaded when it opens. */
const pages: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(documents).map(([name, { file, path, title, lead }]) => [
    name,
    lazyPage(async () => {
      const { nodes, headings } = await documentFiles.load(file);
      return () => (
        <DocsLayout path={path} title={title} lead={lead} headings={headings}>
          <DocumentText nodes={nodes} />
        </DocsLayout>
      );
    }),
  ]),
);

/** Shows the table of contents, or the document in the URL [SITE-080]. */
export function DocsPage() {
  const { '*': name = '' } = useParams();
  if (name === '') return <Contents />;
  const Document = isDocument(name) ? pages[name] : undefined;
  return Document ? <Document key={name} /> : <NotFoundPage />;
}

function Contents() {
  return (
    <DocsLayout path={paths.docs} title={texts.title} lead={texts.lead} headings={[]}>
      {documentGroups.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <ul className={styles.entries}>
            {group.entries.map(({ path, title, lead }) => (
              <li key={path}>
                <Link to={path}>{title}</Link>
                <p>{lead}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocsLayout>
  );
}
