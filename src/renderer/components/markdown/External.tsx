import type { MouseEvent, ReactNode } from 'react';
import { IconPhoto } from '@tabler/icons-react';
import { externalUrl } from '../../../shared/domain/external-url.ts';
import { platform } from '../../platform/index.ts';
import { linkHost } from './link.ts';
import styles from './Markdown.module.css';
import { markdownTexts } from './texts.ts';

interface ExternalLinkProps {
  readonly href: string;
  readonly children?: ReactNode;
}

/** A link of a reply: opens outside the app, tells the other side nothing, and is plain text where its scheme is not allowed. */
export function ExternalLink({ href, children }: ExternalLinkProps) {
  const address = externalUrl(href);
  if (!address) return <>{children}</>;
  const open = (event: MouseEvent) => {
    // With a modifier the person has asked the browser itself for a tab, a window or a download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void platform.openExternal(address);
  };
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" title={address} onClick={open}>
      {children}
    </a>
  );
}

interface ExternalImageProps {
  readonly source: string;
  readonly alt: string;
}

/**
 * An image of a reply is never loaded by itself: its address could carry the conversation to whoever owns it.
 * The button names the host and opens it outside.
 */
export function ExternalImage({ source, alt }: ExternalImageProps) {
  const address = externalUrl(source);
  if (!address) return <>{alt}</>;
  const host = linkHost(address);
  return (
    <button
      type="button"
      className={styles.image}
      aria-label={markdownTexts.openImage(alt, host)}
      onClick={() => void platform.openExternal(address)}
    >
      <IconPhoto size={16} aria-hidden />
      {alt && <span>{alt}</span>}
      <span className={styles.imageHost}>{markdownTexts.image(host)}</span>
    </button>
  );
}
