import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '../../components/Page.tsx';
import { getConfig } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';
import { apiDocsTexts as texts, docsParts, errors, fields, limits } from './api-docs.ts';
import styles from './ApiDocsPage.module.css';
import { CodeSample } from './ApiDocsSample.tsx';
import { DocsTable } from './ApiDocsTable.tsx';

/** Shown until the service has said where it is, and where it cannot be reached. */
const unknownService = 'https://your-service.example';

/** How one's own programs use the gateway. Needs no session, and asks nothing but the address of the service. */
export function ApiDocsPage() {
  const baseUrl = `${useServiceUrl()}/functions/v1`;
  const parts = docsParts(baseUrl);
  return (
    <Page title={texts.title} lead={texts.lead}>
      <nav aria-label={texts.contents} className={styles.contents}>
        <ul>
          {[...parts, fields, errors, limits].map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <CodeSample language={texts.baseUrl} code={baseUrl} />
      {parts.map(({ id, title, text, samples }) => (
        <section key={id} className={styles.part}>
          <h2 id={id}>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {id === 'keys' && (
            <p>
              <Link to={paths.account}>{texts.keysLink}</Link> ·{' '}
              <Link to={paths.pricing}>{texts.plansLink}</Link>
            </p>
          )}
          {samples?.map((sample) => (
            <CodeSample key={sample.language} {...sample} />
          ))}
        </section>
      ))}
      {[fields, errors].map(({ id, title, text, columns, rows }) => (
        <section key={id} className={styles.part}>
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
          <DocsTable label={title} columns={columns} rows={rows} />
        </section>
      ))}
      <section className={styles.part}>
        <h2 id={limits.id}>{limits.title}</h2>
        <ul className={styles.points}>
          {limits.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
    </Page>
  );
}

function useServiceUrl(): string {
  const [url, setUrl] = useState(unknownService);
  useEffect(() => {
    let isGone = false;
    getConfig().then(
      ({ supabaseUrl }) => {
        if (!isGone) setUrl(supabaseUrl.replace(/\/+$/, ''));
      },
      // The documentation is worth reading without it.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return url;
}
