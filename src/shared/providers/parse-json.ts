import { invalidJson } from './failures.ts';

/** What a vendor sent as JSON. Throws `invalid_json` (PROV-027). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}
