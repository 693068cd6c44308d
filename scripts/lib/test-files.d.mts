export interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

export interface FileReport<Result extends FileResult> {
  readonly testResults: readonly Result[];
}

export function failedFiles(report: FileReport<FileResult>): string[];
export function failedTests(report: FileReport<FileResult>): string[];
export function replaceFiles<Result extends FileResult>(
  report: FileReport<Result>,
  second: FileReport<Result>,
): FileReport<Result>;
