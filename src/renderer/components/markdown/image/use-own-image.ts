import { useContext, useEffect, useState } from 'react';
import { ImageLoaderContext } from './ImageLoader.ts';

export interface OwnImageState {
  /** A blob address, valid while the component is mounted. */
  readonly address: string | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Other types, such as SVG, could run scripts. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/webp']);

export function useOwnImage(id: string): OwnImageState {
  const load = useContext(ImageLoaderContext);
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ id: string; address: string | null } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let address: string | null = null;
    const fetchIt = async () => {
      const blob = await load(id, leaving.signal);
      if (leaving.signal.aborted) return;
      if (!pictures.has(blob.type)) throw new Error('This is no picture.');
      address = URL.createObjectURL(blob);
      setResult({ id, address });
    };
    fetchIt().catch(() => {
      if (!leaving.signal.aborted) setResult({ id, address: null });
    });
    return () => {
      leaving.abort();
      if (address) URL.revokeObjectURL(address);
      setResult(null);
    };
  }, [id, load, attempt]);
  const current = result?.id === id ? result : null;
  return {
    address: current?.address ?? null,
    hasFailed: current !== null && current.address === null,
    retry: () => setAttempt((count) => count + 1),
  };
}
