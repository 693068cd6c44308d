import { createContext } from 'react';
import { loadOwnImage } from '../../../lib/image-loader.ts';

/** Loads a generated image. Rejects if it doesn't exist or belongs to someone else. */
export type ImageLoader = (id: string, signal: AbortSignal) => Promise<Blob>;

export const ImageLoaderContext = createContext<ImageLoader>(loadOwnImage);
