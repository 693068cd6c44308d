import { Link, useParams } from 'react-router-dom';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { Page } from '../../../components/Page.tsx';
import { paths } from '../../../lib/paths.ts';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { documentList, documents, docsTexts as texts, isDocument } from './documents.ts';

const DocumentText = lazyComponent(async () => (await import('./DocumentText.tsx')).DocumentText, {
  look: 'panel',
});

/** The table of contents, or the document in the address [SITE-080]. */
export function DocsPage() {
  const { '*': name = '' } = useParams();
  if (name === '') return <Contents />;
  if (!isDocument(name)) return <NotFoundPage />;
  const { title, lead } = documents[name];
  return (
    <Page title={title} lead={lead}>
      <p>
        <Link to={paths.docs}>{texts.all}</Link>
      </p>
      <DocumentText name={name} />
    </Page>
  );
}

function Contents() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      {documentList.map(({ path, title, lead }) => (
        <section key={path}>
          <h2>
            <Link to={path}>{title}</Link>
          </h2>
          <p>{lead}</p>
        </section>
      ))}
    </Page>
  );
}
