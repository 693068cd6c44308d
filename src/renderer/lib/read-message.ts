import { dateFormat } from './locale.ts';
import { englishMessages, type MessageId, messageTexts } from './message-texts.ts';

const exactMessages = new Map<string, MessageId>();
const patterns: (readonly [RegExp, MessageId])[] = [];

for (const [key, english] of Object.entries(englishMessages)) {
  const id = key as MessageId;
  if (!english.includes('{')) exactMessages.set(english, id);
  else {
    // Not greedy, because a provider's message may contain the text after its placeholder.
    const escaped = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    patterns.push([new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>[^]+?)')}$`), id]);
  }
}

/** Replaces curly apostrophes, because the service's messages contain both kinds. */
const normalize = (message: string): string => message.replaceAll('’', "'");
for (const [message, id] of exactMessages) exactMessages.set(normalize(message), id);

const dayFormat = dateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Reads a day, which the service writes as `1 December`. */
function readDay(day: string): string {
  return /^\d{1,2} [A-Z][a-z]+$/.test(day) ? dayFormat().format(Date.parse(`${day} 2000 UTC`)) : day;
}

function textOf(id: MessageId, values: Readonly<Record<string, string>>): string {
  const text = messageTexts[id];
  return typeof text === 'function' ? text(values) : text;
}

/** Translates a message of the service to the shown language. Unknown messages are returned unchanged. */
export function readMessage(message: string): string {
  const id = exactMessages.get(message) ?? exactMessages.get(normalize(message));
  if (id !== undefined) return textOf(id, {});
  for (const [pattern, template] of patterns) {
    const { groups } = pattern.exec(message) ?? {};
    if (!groups) continue;
    const values = Object.entries(groups).map(([name, value]) => [
      name,
      name === 'day' ? readDay(value) : readMessage(value),
    ]);
    return textOf(template, Object.fromEntries(values) as Record<string, string>);
  }
  return message;
}
