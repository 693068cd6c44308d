/** Electron adds this prefix to errors from main. */
const errorPrefix = /^Error invoking remote method '[^']*': (?:\w*Error: )?/;
/** Errors that are not meant for users. */
const internalMessage = /^clover:/;

/** Rejects with main's own message, without Electron's prefix. */
export async function callBridge<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(errorPrefix, '') : '';
    const isForUsers = message !== '' && !internalMessage.test(message);
    throw new Error(isForUsers ? message : 'Something went wrong. Try again.', { cause: error });
  }
}
