/** Electron adds this prefix to errors from main. */
const prefix = /^Error invoking remote method '[^']*': (?:\w*Error: )?/;
/** Errors that are not meant for users. */
const forPrograms = /^clover:/;

/** Rejects with main's own message, without Electron's prefix. */
export async function callBridge<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(prefix, '') : '';
    const isForUsers = message !== '' && !forPrograms.test(message);
    throw new Error(isForUsers ? message : 'The app could not do that.', { cause: error });
  }
}
