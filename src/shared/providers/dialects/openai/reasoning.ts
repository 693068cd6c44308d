import { isRecord } from '../../upstream-error.ts';

/** Returns the text of a field that is a string, a list of parts, or an object with the text in one of these fields. */
function textIn(value: unknown, fields: readonly string[]): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((part) => textIn(part, fields)).join('');
  if (!isRecord(value)) return '';
  for (const field of fields) {
    const text = textIn(value[field], fields);
    if (text !== '') return text;
  }
  return '';
}

/** Without `data`, which is encrypted. */
const reasoningFields = ['text', 'summary', 'content', 'thinking'];

/**
 * Returns the reasoning in a message or delta. The field's name depends on the vendor, and some send the same text in
 * several fields, so only the first one with a text counts.
 */
export function readReasoning(message: Readonly<Record<string, unknown>>): string {
  for (const name of ['reasoning_content', 'reasoning', 'reasoning_details', 'thinking']) {
    const text = textIn(message[name], reasoningFields);
    if (text !== '') return text;
  }
  return '';
}

/** Returns the text and the reasoning of a message's content: a list of typed parts at Mistral, a string elsewhere. */
export function readContent(content: unknown): { readonly text: string; readonly reasoning: string } {
  if (typeof content === 'string') return { text: content, reasoning: '' };
  let text = '';
  let reasoning = '';
  for (const part of Array.isArray(content) ? content : []) {
    if (isRecord(part) && part['type'] === 'thinking') reasoning += textIn(part['thinking'], reasoningFields);
    else text += textIn(part, ['text']);
  }
  return { text, reasoning };
}
