import { createElement, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ExternalLink } from '../../../components/markdown/ExternalLink.tsx';
import { CodeSample } from './CodeSample.tsx';
import { documentPath, docsTexts as texts } from './documents.ts';
import styles from './DocumentText.module.css';
import type { DocumentNode } from './parsed-document.ts';

/** Renders a parsed document as elements, so that links stay in the app and code can be copied. */
export function DocumentText({ nodes }: { readonly nodes: readonly DocumentNode[] }) {
  return <div className={styles.document}>{children(nodes)}</div>;
}

const children = (nodes: readonly DocumentNode[]): ReactNode[] =>
  // A document never changes, so the index identifies a node.
  nodes.map((node, index) => (typeof node === 'string' ? node : <Node key={index} node={node} />));

function Node({ node }: { readonly node: Exclude<DocumentNode, string> }) {
  const [name, { href = '', language = '', id, start, style }, ...inner] = node;
  switch (name) {
    case 'a':
      return <DocumentLink href={href}>{children(inner)}</DocumentLink>;
    case 'pre':
      return (
        <CodeSample
          language={language || texts.code}
          code={inner.filter((text) => typeof text === 'string').join('')}
        />
      );
    case 'table':
      return (
        // Focusable, so that keyboard users can scroll it on a narrow viewport. A group instead of a region,
        // because each region needs its own name.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
        <div role="group" className={styles.scroll} aria-label={texts.table} tabIndex={0}>
          <table>{children(inner)}</table>
        </div>
      );
    case 'th':
    case 'td': {
      const align = /text-align:(center|right)/.exec(style ?? '')?.[1];
      return createElement(name, align ? { className: styles[align] } : null, ...children(inner));
    }
    default:
      return createElement(name, { id, start: start && Number(start) }, ...children(inner));
  }
}

interface DocumentLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to a file that the site doesn't show becomes plain text. */
function DocumentLink({ href, children: text }: DocumentLinkProps) {
  if (/^https?:/.test(href)) return <ExternalLink href={href}>{text}</ExternalLink>;
  const address = documentPath(href);
  return address === null ? <>{text}</> : <Link to={address}>{text}</Link>;
}
