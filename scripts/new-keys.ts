// npm run keys:new: creates a new secrets.json for a database whose secrets.json was lost.
import { join } from 'node:path';
import { parseEnvironment } from '../src/service/environment.ts';
import { createSecrets } from '../src/service/secrets.ts';
import { readCommandLine } from './lib/command-line.mjs';

readCommandLine(
  `Usage: npm run keys:new

Creates new keys for an installation whose secrets.json is lost. Everyone has to sign in again, and vendor keys and second
factors have to be set up again. Existing keys are never replaced.`,
);
try {
  const path = join(parseEnvironment(process.env).dataDir, 'secrets.json');
  await createSecrets(path);
  console.log(`${path} has new keys. Start again with: npm start`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
