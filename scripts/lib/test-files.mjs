// Results of Vitest's JSON report by file.

/** The files in which a test failed. A file that couldn't be loaded counts as failed and has no tests. */
export const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** The full names of the tests that failed. */
export const failedTests = ({ testResults }) =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);

/** The report with the results of the files that ran once more. */
export function replaceFiles(report, second) {
  const results = new Map(second.testResults.map((result) => [result.name, result]));
  return { ...report, testResults: report.testResults.map((result) => results.get(result.name) ?? result) };
}
