import { createContext } from 'react';

/** Attaches a file to the message in the input; null where there is none. */
export const PictureUseContext = createContext<((file: File) => void) | null>(null);
