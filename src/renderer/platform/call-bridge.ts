import { translateMessage } from '../lib/translate-message.ts';

/** Electron adds this prefix to errors from the main process. */
const errorPrefix = /^Error invoking remote method '[^']*': (?:\w*Error: )?/;
/** Messages with this prefix are not for users. */
const internalMessage = /^clover:/;

/**
 * Calls the main process. Rejects with a message for the user: the main process's, without Electron's prefix, or a
 * general one.
 */
export async function callBridge<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(errorPrefix, '') : '';
    const isForUsers = message !== '' && !internalMessage.test(message);
    throw new Error(translateMessage(isForUsers ? message : 'Something went wrong. Try again.'), {
      cause: error,
    });
  }
}
