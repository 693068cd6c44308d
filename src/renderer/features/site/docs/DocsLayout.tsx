import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { usePage } from '../../../lib/use-page.ts';
import styles from './DocsLayout.module.css';
import { DocsSearch } from './DocsSearch.tsx';
import { documentGroups, docsTexts as texts } from './documents.ts';

interface DocsLayoutProps {
  /** The page's path. The table of contents marks the page as the current one. */
  readonly path: string;
  readonly title: string;
  readonly lead: string;
  readonly headings: readonly { readonly id: string; readonly title: string; readonly level?: number }[];
  readonly children: ReactNode;
}

/** The table of contents is beside the page, or collapsed above it on a narrow viewport. */
export function DocsLayout({ path, title, lead, headings, children }: DocsLayoutProps) {
  const heading = usePage(title);
  const parts = headings.filter(({ level = 2 }) => level === 2);
  return (
    <div className={styles.docs}>
      <div className={styles.side}>
        <DocsSearch />
        <details className={styles.menu}>
          <summary>{texts.menu}</summary>
          <nav aria-label={texts.title} className={styles.contents}>
            <Link to={paths.docs} aria-current={path === paths.docs ? 'page' : undefined}>
              {texts.all}
            </Link>
            {documentGroups.map((group) => (
              <section key={group.title}>
                <h2>{group.title}</h2>
                <ul>
                  {group.entries.map((entry) => (
                    <li key={entry.path}>
                      <Link to={entry.path} aria-current={entry.path === path ? 'page' : undefined}>
                        {entry.title}
                      </Link>
                      {entry.path === path && parts.length > 0 && <SectionLinks parts={parts} />}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </nav>
        </details>
      </div>
      <article className={styles.article}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        <p className={styles.lead}>{lead}</p>
        <div className={styles.body}>{children}</div>
      </article>
    </div>
  );
}

function SectionLinks({ parts }: { readonly parts: DocsLayoutProps['headings'] }) {
  return (
    <ul>
      {parts.map(({ id, title }) => (
        <li key={id}>
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}
