import { describe, expect, it } from 'vitest';
import { failedFiles, failedTests, replaceFiles } from './test-files.mjs';

const result = (name: string, status: string, ...statuses: string[]) => ({
  name,
  status,
  assertionResults: statuses.map((each, index) => ({ fullName: `${name} ${index}`, status: each })),
});

const report = {
  testResults: [
    result('a.test.ts', 'passed', 'passed'),
    result('b.test.ts', 'failed', 'passed', 'failed'),
    result('c.test.ts', 'failed'),
  ],
};

describe('running files a second time', () => {
  it('includes files with a failed test, and files that could not be loaded', () => {
    expect(failedFiles(report)).toEqual(['b.test.ts', 'c.test.ts']);
    expect(failedTests(report)).toEqual(['b.test.ts 1']);
  });

  it('replaces only the results of those files', () => {
    const second = {
      testResults: [
        result('b.test.ts', 'passed', 'passed', 'passed'),
        result('c.test.ts', 'failed', 'failed'),
      ],
    };
    const merged = replaceFiles(report, second);
    expect(merged.testResults).toEqual([report.testResults[0], ...second.testResults]);
    expect(failedFiles(merged)).toEqual(['c.test.ts']);
    expect(failedTests(merged)).toEqual(['c.test.ts 0']);
  });
});
