let read = (message: string): string => message;

/** Sets the function of read-message.ts, which only readers of other languages load. */
export const readMessagesWith = (reader: (message: string) => string): void => void (read = reader);

/** Translates an English message of the service or of the desktop app's main process. */
export const translateMessage = (message: string): string => read(message);
