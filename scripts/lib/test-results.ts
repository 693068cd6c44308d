/** A test in a report: the titles of its describe blocks and its title, and its result. */
export interface TestResult {
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
}

export const vitestResults = ({ testResults }: VitestReport): TestResult[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, status }) => ({
      title: fullName,
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
    }));

/**
 * Returns a test's result. One that passed at the second attempt counts as passed. One that all projects skipped counts
 * as not run.
 */
function outcomeOf(statuses: readonly string[]): TestResult['outcome'] {
  if (statuses.includes('unexpected')) return 'failed';
  return statuses.some((status) => status !== 'skipped') ? 'passed' : 'skipped';
}

function suiteResults(suite: PlaywrightSuite, above: string): TestResult[] {
  const prefix = `${above}${suite.title} `;
  return [
    ...(suite.specs ?? []).map(({ title, tests }) => ({
      title: prefix + title,
      outcome: outcomeOf(tests.map(({ status }) => status)),
    })),
    ...(suite.suites ?? []).flatMap((inner) => suiteResults(inner, prefix)),
  ];
}

export const playwrightResults = ({ suites }: PlaywrightReport): TestResult[] =>
  suites.flatMap((suite) => suiteResults(suite, ''));
