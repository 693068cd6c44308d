import type { MouseEvent, ReactNode } from 'react';
import { externalUrl } from '../../../shared/domain/external-url.ts';
import { platform } from '../../platform/index.ts';

interface ExternalLinkProps {
  readonly href: string;
  readonly children?: ReactNode;
}

/** Opens outside the app without a referrer. Only the text is shown if the link's scheme is not allowed. */
export function ExternalLink({ href, children }: ExternalLinkProps) {
  const address = externalUrl(href);
  if (!address) return <>{children}</>;
  const open = (event: MouseEvent) => {
    // With a modifier key, the browser opens a tab or a window, or downloads.
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
