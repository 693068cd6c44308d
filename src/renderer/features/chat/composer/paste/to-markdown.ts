import TurndownService from 'turndown';
import { cleanHtml } from './clean-html.ts';

const converter = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  br: '',
});

// Text that looks like Markdown is not escaped, because models read the source.
converter.escape = (text) => text;

converter.addRule('item', {
  filter: 'li',
  replacement(content, item) {
    const list = item.parentElement;
    const index = list ? [...list.children].indexOf(item as Element) : 0;
    const start = Number(list?.getAttribute('start') ?? 1);
    const mark = list?.nodeName === 'OL' ? `${start + index}. ` : '- ';
    return `${mark}${content.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`)}\n`;
  },
});

converter.addRule('task', {
  filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
  replacement: (_content, node) => ((node as Element).hasAttribute('checked') ? '[x] ' : '[ ] '),
});

converter.addRule('struck', { filter: ['s', 'del'], replacement: (content) => `~~${content}~~` });

converter.addRule('cell', {
  filter: ['th', 'td'],
  replacement(content, cell) {
    const text = content
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll('|', String.raw`\|`);
    return ` ${text} |${' |'.repeat((cell as HTMLTableCellElement).colSpan - 1)}`;
  },
});

converter.addRule('row', {
  filter: 'tr',
  replacement(content, row) {
    const isFirst = row.parentElement?.closest('table')?.querySelector('tr') === row;
    const columns = [...(row as HTMLTableRowElement).cells].reduce((sum, { colSpan }) => sum + colSpan, 0);
    return `|${content}\n${isFirst ? `|${' --- |'.repeat(columns)}\n` : ''}`;
  },
});

converter.addRule('table', {
  filter: ['thead', 'tbody', 'tfoot', 'table'],
  replacement: (content, part) => (part.nodeName === 'TABLE' ? `\n\n${content.trim()}\n\n` : content),
});

/** Returns the plain text unchanged if it has no formatting to keep. */
export function toMarkdown(html: string, plain: string): string {
  const body = cleanHtml(html);
  const isOnlyCode = body.querySelector('pre')?.textContent?.trim() === body.textContent?.trim();
  const markdown = converter.turndown(body).replaceAll('\u00A0', ' ').trim();
  return isOnlyCode || markdown === '' || hasSameText(markdown, plain) ? plain : markdown;
}

const hasSameText = (markdown: string, plain: string): boolean =>
  markdown.replaceAll(/\s/g, '') === plain.replaceAll(/\s/g, '');
