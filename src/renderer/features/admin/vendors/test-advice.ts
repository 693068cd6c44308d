import { z } from 'zod';
import type { vendorTexts } from './texts.ts';

export type Advice = keyof typeof vendorTexts.test.advice;

const detailsSchema = z.object({
  code: z.string().nullish(),
  /** Of the vendor's answer; missing where none came. */
  status: z.number().nullish(),
});

const byCode: Readonly<Record<string, Advice>> = {
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
export function adviceOn(details: unknown): Advice | null {
  const { data } = detailsSchema.safeParse(details);
  if (!data) return null;
  const status = data.status ?? 0;
  if (status === 402 || status === 429) return 'busy';
  if (status >= 500) return 'vendor';
  return byCode[data.code ?? ''] ?? null;
}
