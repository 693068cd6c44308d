// The command line of the project's own tools. No dependencies: `npm start` runs before anything is installed.
import { parseArgs } from 'node:util';

/**
 * Reads the options of a command before it does anything. `--help` prints the usage and ends with 0; an argument that the
 * command doesn't know ends it with 1.
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
