import { createContext } from 'react';

/** Attaches a file to the message in the input. Null if there is no input. */
export const AttachPictureContext = createContext<((file: File) => void) | null>(null);
