import { IconPhotoOff, IconRefresh } from '@tabler/icons-react';
import { markdownTexts } from '../texts.ts';
import { EnlargeableImage } from './EnlargeableImage.tsx';
import styles from './Image.module.css';
import { useContext, useEffect, useState } from 'react';
import { ImageLoaderContext } from './ImageLoader.ts';

interface GeneratedImageProps {
  readonly id: string;
  readonly alt: string;
}

/** Loads a generated image with the user's session, because its URL alone gives no access. */
export function GeneratedImage({ id, alt }: GeneratedImageProps) {
  const { shown, hasFailed, retry } = useGeneratedImage(id);
  const name = alt || markdownTexts.generatedImage;
  if (shown) {
    const { address, blob } = shown;
    const type = blob.type.replace('image/', '');
    const file = new File([blob], `${fileName(alt)}-${id.slice(0, 8)}.${type}`, { type: blob.type });
    return <EnlargeableImage address={address} alt={name} file={file} />;
  }
  return (
    <span className={styles.frame} data-state={hasFailed ? 'failed' : 'loading'}>
      {hasFailed ? (
        <output className={styles.failure}>
          <IconPhotoOff size={20} stroke={1.75} aria-hidden />
          {markdownTexts.imageFailed}
          <button type="button" className={styles.button} onClick={retry}>
            <IconRefresh size={16} stroke={1.75} aria-hidden />
            {markdownTexts.retry}
          </button>
        </output>
      ) : (
        <output className="visually-hidden">{markdownTexts.imageLoading({ name })}</output>
      )}
    </span>
  );
}

/** Uses the first words of the description as a file name. */
function fileName(alt: string): string {
  const words = alt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 6).join('-').slice(0, 60) || 'image';
}

interface GeneratedImageState {
  /** `address` is a blob URL, valid while the component is mounted. */
  readonly shown: { readonly address: string; readonly blob: Blob } | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Other types, such as SVG, could run scripts. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);

function useGeneratedImage(id: string): GeneratedImageState {
  const load = useContext(ImageLoaderContext);
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ id: string; shown: GeneratedImageState['shown'] } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let address: string | null = null;
    const fetchIt = async () => {
      const blob = await load(id, leaving.signal);
      if (leaving.signal.aborted) return;
      if (!imageTypes.has(blob.type)) throw new Error('This is not an image.');
      address = URL.createObjectURL(blob);
      setResult({ id, shown: { address, blob } });
    };
    fetchIt().catch(() => {
      if (!leaving.signal.aborted) setResult({ id, shown: null });
    });
    return () => {
      leaving.abort();
      if (address) URL.revokeObjectURL(address);
      setResult(null);
    };
  }, [id, load, attempt]);
  const current = result?.id === id ? result : null;
  return {
    shown: current?.shown ?? null,
    hasFailed: current !== null && current.shown === null,
    retry: () => setAttempt((count) => count + 1),
  };
}
