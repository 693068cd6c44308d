// Reads Vitest's JSON report file by file.

/**
 * Returns the files with a failed test. A file that could not be loaded counts as failed, although it has no test
 * results.
 */
export const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

export const failedTests = ({ testResults }) =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);

/** Returns the first report, with the new results of the files that ran again. */
export function replaceFiles(report, second) {
  const results = new Map(second.testResults.map((result) => [result.name, result]));
  return { ...report, testResults: report.testResults.map((result) => results.get(result.name) ?? result) };
}
