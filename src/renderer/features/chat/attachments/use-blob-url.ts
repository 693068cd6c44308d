import { useEffect, useState } from 'react';
import { useChatEngine } from '../chat-context.ts';
import type { Attachment } from './attachment.ts';
import { failureOf } from './failure.ts';

export type BlobUrl =
  | { readonly state: 'loading' | 'failed' | 'outdated' | 'unverified' | 'gone' }
  | { readonly state: 'ready'; readonly url: string };

/** Loads an image from this device or, if it isn't here, from the service. */
export function useBlobUrl(file: Attachment): BlobUrl {
  const { files } = useChatEngine();
  const [shown, setShown] = useState<{ readonly path: string; readonly blob: BlobUrl } | null>(null);
  const { path } = file;
  useEffect(() => {
    let url: string | null = null;
    let isOver = false;
    const show = (blob: BlobUrl) => !isOver && setShown({ path, blob });
    files()
      .then((opened) => opened.readBlob(file))
      .then(
        (blob) => {
          if (isOver) return;
          if (!blob) return show({ state: 'gone' });
          url = URL.createObjectURL(blob);
          show({ state: 'ready', url });
        },
        (error: unknown) => show({ state: failureOf(error) }),
      );
    return () => {
      isOver = true;
      if (url) URL.revokeObjectURL(url);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the path identifies a file's content
  }, [files, path]);
  return shown?.path === path ? shown.blob : { state: 'loading' };
}
