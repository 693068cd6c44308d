let read = (message: string): string => message;

/** Called with read-message.ts, which only readers of other languages load. */
export const readMessagesWith = (reader: (message: string) => string): void => void (read = reader);

/** Translates a sentence of the service or of the desktop app's main process, which are in English. */
export const translateMessage = (message: string): string => read(message);
