import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { run } from '../../lib/run.mjs';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

export interface TestCount {
  passed: number;
  failed: number;
}

export interface SuiteRun {
  readonly counts: ReadonlyMap<string, TestCount>;
  readonly failures: readonly string[];
}

export type SubjectOf = (file: string, name: string) => string;

/**
 * Runs test suites of the service with these environment variables, without output, and counts the results. A file
 * that cannot be run counts as one failure.
 */
export async function runSuites(
  suites: readonly string[],
  environment: Readonly<Record<string, string>>,
  report: string,
  sort: SubjectOf,
): Promise<SuiteRun> {
  const args = ['run', '--project', 'service', '--reporter=json', `--outputFile.json=${report}`, ...suites];
  const code = await run('vitest', args, { env: environment, quiet: true });
  const { testResults } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
  const counts = new Map<string, TestCount>();
  const failures: string[] = [];
  const add = (name: string, outcome: keyof TestCount) => {
    const count = counts.get(name) ?? { passed: 0, failed: 0 };
    count[outcome] += 1;
    counts.set(name, count);
  };
  for (const file of testResults) {
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === 'passed') add(sort(file.name, fullName), 'passed');
      if (status !== 'failed') continue;
      add(sort(file.name, fullName), 'failed');
      failures.push(`${fullName}\n    ${failureMessages?.[0]?.split('\n')[0] ?? ''}`);
    }
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) {
      add(sort(file.name, ''), 'failed');
      failures.push(`${file.name}\n    ${file.message.split('\n')[0]}`);
    }
  }
  if (code !== 0 && failures.length === 0) failures.push(`the run ended with code ${code}`);
  return { counts, failures };
}
