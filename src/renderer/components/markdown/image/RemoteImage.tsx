import { IconExternalLink, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { externalUrl } from '../../../../shared/domain/external-url.ts';
import { platform } from '../../../platform/index.ts';
import { markdownTexts } from '../texts.ts';
import { EnlargeableImage } from './EnlargeableImage.tsx';
import styles from './Image.module.css';

interface RemoteImageProps {
  readonly source: string;
  readonly alt: string;
}

/** Images that the user has already loaded. They appear without another click. */
const loadedAddresses = new Set<string>();
const MAX_LOADED = 500;

/**
 * Shows a button instead of the image, because the URL could contain the conversation. The button names the host, which
 * then learns the URL and the user's IP address, but not the page. Images without HTTPS open outside the app.
 */
export function RemoteImage({ source, alt }: RemoteImageProps) {
  const address = externalUrl(source);
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>(() =>
    address && loadedAddresses.has(address) ? 'shown' : 'waiting',
  );
  if (!address || address.startsWith('mailto:')) return <>{alt}</>;
  const host = linkHost(address);
  if (state === 'shown') {
    return (
      <EnlargeableImage
        address={address}
        alt={alt || markdownTexts.image({ host })}
        isRemote
        onError={() => setState('failed')}
      />
    );
  }
  const isLoadable = address.startsWith('https:') && state === 'waiting';
  const load = () => {
    if (loadedAddresses.size < MAX_LOADED) loadedAddresses.add(address);
    setState('shown');
  };
  const action = isLoadable ? markdownTexts.loadImage({ host }) : markdownTexts.openImage({ host });
  const Icon = isLoadable ? IconPhoto : IconExternalLink;
  return (
    <span className={styles.offer}>
      {state === 'failed' && <output>{markdownTexts.imageFailed}</output>}
      {alt && <span dir="auto">{alt}</span>}
      <button
        type="button"
        className={styles.button}
        title={address}
        aria-label={alt ? `${action}: ${alt}` : action}
        onClick={isLoadable ? load : () => void platform.openExternal(address)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
        {action}
      </button>
    </span>
  );
}

function linkHost(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}
