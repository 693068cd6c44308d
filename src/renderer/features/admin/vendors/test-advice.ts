import type { CompletionErrorCode } from '../../../../shared/completion/error.ts';
import type { ConnectionResult } from '../../../../shared/providers/connection-result.ts';
import type { vendorTexts } from './texts.ts';

export type Advice = keyof typeof vendorTexts.test.advice;

const byCode: Partial<Readonly<Record<CompletionErrorCode, Advice>>> = {
  authentication: 'key',
  missing_key: 'missingKey',
  not_found: 'address',
  invalid_format: 'address',
  invalid_json: 'address',
  model: 'model',
  network: 'network',
  timeout: 'network',
};

/** What an administrator can do about a failed test, by what the test found; null where nothing is known. */
export function adviceOn({ code, status }: ConnectionResult['details']): Advice | null {
  if (status === 402 || status === 429) return 'busy';
  if (status !== null && status >= 500) return 'vendor';
  return (code && byCode[code]) ?? null;
}
