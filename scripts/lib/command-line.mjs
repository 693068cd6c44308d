// Reads the command lines of the project's tools. No dependencies, because `npm start` runs before anything is
// installed.
import { parseArgs } from 'node:util';

/**
 * Reads a command's options before anything else. `--help` prints the usage and exits with 0; an unknown argument
 * exits with 1.
 */
export function readCommandLine(usage, options = {}) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } });
    if (!values.help) return values;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(1);
  }
}
