/** Variables that a process needs to run at all, on the three systems. */
const inheritedNames = [
  'HOME',
  'LANG',
  'PATH',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
  'USERPROFILE',
] as const;

/**
 * The embedded service's environment: its own settings and what every process needs. Not all of main's, because a
 * variable for another service (a database URL, a mail server) must not affect this one.
 */
export function serviceEnvironment(
  environment: NodeJS.ProcessEnv,
  { port, dataDirectory }: { readonly port: number; readonly dataDirectory: string },
): Record<string, string> {
  const inherited = inheritedNames.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    HOST: '127.0.0.1',
    PORT: String(port),
    CLOVER_DATA_DIR: dataDirectory,
    CLOVER_OWNER: 'true',
  };
}
