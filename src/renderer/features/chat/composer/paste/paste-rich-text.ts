import type { ClipboardEvent } from 'react';
import { loadModule } from '../../../../lib/load-module.ts';
import { insertText } from '../insert-text.ts';

/** HTML with more characters is pasted as plain text. */
const MAX_HTML_LENGTH = 1_000_000;

const formattedHtml =
  /<(?:h[1-6]|[uo]l|table|pre|code|blockquote|b|strong|i|em|s|del|a\s[^>]*href)\b|mso-list|font-weight:\s*[6-9]00/i;

/**
 * Converts pasted rich text to Markdown. Everything else is left to the browser: plain text, code from an
 * editor, URLs, and pasting without formatting (Ctrl+Shift+V).
 */
export function pasteRichText(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { clipboardData, currentTarget: field } = event;
  const html = clipboardData.getData('text/html');
  const plain = clipboardData.getData('text/plain');
  if (html.length > MAX_HTML_LENGTH || !formattedHtml.test(html) || URL.canParse(plain.trim())) return;
  if (clipboardData.types.includes('vscode-editor-data')) return;
  event.preventDefault();
  void loadModule(() => import('./to-markdown.ts')).then(
    ({ toMarkdown }) => insertText(field, startOnNewLine(field, toMarkdown(html, plain), plain)),
    () => insertText(field, plain),
  );
}

/** Lets text with several lines, such as a list or table, start on a new line. */
function startOnNewLine({ value, selectionStart }: HTMLTextAreaElement, text: string, plain: string): string {
  const isInLine = !/(?:^|\n)$/.test(value.slice(0, selectionStart));
  return text !== plain && text.includes('\n') && isInLine ? `\n\n${text}` : text;
}
