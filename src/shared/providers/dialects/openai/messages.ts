import type { CompletionMessage } from '../../../completion/completion.ts';
import { dataUrlOf } from '../../data-url.ts';

/** A message of OpenAI's request. One with pictures has a list of parts. */
export function openAiMessage({ role, content, images = [] }: CompletionMessage) {
  if (images.length === 0) return { role, content };
  const pictures = images.map((image) => ({ type: 'image_url', image_url: { url: dataUrlOf(image) } }));
  // Some vendors refuse blank parts.
  const texts = content.trim() === '' ? [] : [{ type: 'text', text: content }];
  return { role, content: [...texts, ...pictures] };
}
