import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useConfig } from '../../../lib/use-config.ts';
import { apiDocsTexts as texts, docsParts, apiErrors, apiFields, apiLimits } from './api-docs.ts';
import styles from './ApiDocsPage.module.css';
import { CodeSample } from './CodeSample.tsx';
import { DocsLayout } from './DocsLayout.tsx';

/** Shown while the URL is loading, and if the service is unreachable. */
const placeholderUrl = 'https://your-service.example';

export function ApiDocsPage() {
  const serviceUrl = useConfig()?.supabaseUrl ?? placeholderUrl;
  const baseUrl = `${serviceUrl.replace(/\/+$/, '')}/functions/v1`;
  const parts = docsParts(baseUrl);
  return (
    <DocsLayout
      path={paths.apiDocs}
      title={texts.title}
      lead={texts.lead}
      headings={[...parts, apiFields, apiErrors, apiLimits]}
    >
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
      {[apiFields, apiErrors].map(({ id, title, text, columns, rows }) => (
        <section key={id} className={styles.part}>
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
          <DocsTable label={title} columns={columns} rows={rows} />
        </section>
      ))}
      <section className={styles.part}>
        <h2 id={apiLimits.id}>{apiLimits.title}</h2>
        <ul className={styles.points}>
          {apiLimits.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
    </DocsLayout>
  );
}

interface DocsTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The last column is prose. The other columns contain terms of the protocol, set as code. */
function DocsTable({ label, columns, rows }: DocsTableProps) {
  return (
    // Focusable, so that keyboard users can scroll it on a narrow viewport.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, index) => (
                <td key={columns[index]}>{index < row.length - 1 ? <code>{cell}</code> : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
