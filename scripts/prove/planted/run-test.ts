import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const report = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) }),
  ),
});

/** Returns the project of a test. Files that load a separate page are in another project (vitest.config.ts). */
const projectOf = (test: string) => (test.includes('.alone.test.') ? 'alone' : 'web');

/** Runs one test file. Resolves to the names of the failed tests. Rejects if no test ran. */
export async function failingTests(root: string, test: string, signal: AbortSignal): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'clover-planted-'));
  try {
    const output = join(folder, 'report.json');
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(
      process.execPath,
      [
        vitest,
        'run',
        '--bail=1',
        '--project',
        projectOf(test),
        '--reporter=json',
        `--outputFile=${output}`,
        test,
      ],
      { cwd: root, stdio: 'ignore', signal },
    );
    await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
    const { numTotalTests, testResults } = report.parse(JSON.parse(await readFile(output, 'utf8')));
    // A fault must make an assertion fail. A file that cannot be loaded proves nothing.
    if (numTotalTests === 0) throw new Error(`${test} ran no tests`);
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
