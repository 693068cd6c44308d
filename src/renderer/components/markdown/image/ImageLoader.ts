import { createContext } from 'react';
import { loadOwnImage } from '../../../lib/image-loader.ts';

/** Fetches an image that the service keeps for its user. Rejects where there is none, or it belongs to somebody else. */
export type ImageLoader = (id: string, signal: AbortSignal) => Promise<Blob>;

/** Where the images of a text come from: the service of the session, unless a screen says otherwise. */
export const ImageLoaderContext = createContext<ImageLoader>(loadOwnImage);
