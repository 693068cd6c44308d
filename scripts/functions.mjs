// npm run test:functions: type-checks every function with Deno, then runs its tests in Node and in Deno. `npm test`
// runs the same tests. Without Deno, it skips these, while this command fails.
import { nodeBinary, run } from './lib/run.mjs';

const suites = ['supabase/tests/functions.test.ts', 'supabase/tests/deployed-functions.long.test.ts'];
const probe = `import { deno } from './supabase/tests/testing/deno.ts'; process.exit(deno ? 0 : 1);`;

const hasDeno = (await run(nodeBinary(), ['--input-type=module', '--eval', probe])) === 0;
if (!hasDeno) {
  console.error('Deno is not installed. "npm ci" installs it on Linux, macOS and Windows.');
  process.exit(1);
}
process.exit(await run('vitest', ['run', '--project', 'service', '--reporter=verbose', ...suites]));
