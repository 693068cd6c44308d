/** What Electron puts before the message of a failure in main. */
const prefix = /^Error invoking remote method '[^']*': (?:\w*Error: )?/;
/** Refusals of main that are for programs. */
const forPrograms = /^clover:/;

/**
 * Calls main. A failure's message is main's own sentence: the names of channels and error classes that Electron puts
 * before it are nothing for a screen.
 */
export async function callBridge<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(prefix, '') : '';
    const isForPeople = message !== '' && !forPrograms.test(message);
    throw new Error(isForPeople ? message : 'The app could not do that.', { cause: error });
  }
}
