/** Variables that every process needs on Linux, macOS or Windows. */
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
 * Returns the environment of the embedded service: its settings, and what every process needs. Other variables of the
 * main process are removed. For example, a database URL for another service must not affect this one.
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
