import { readFile } from 'node:fs/promises';
import MarkdownIt, { type Token } from 'markdown-it';
import type { Plugin } from 'vite';
import type { DocumentNode, Heading, ParsedDocument } from './features/site/docs/parsed-document.ts';

const parser = new MarkdownIt({ html: false, linkify: false });

/** Returns an anchor in GitHub's format, so that links work on both sites. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content)).join('');

/** Parses a document without its title, because the page has its own. */
export function parseDocument(markdown: string): ParsedDocument {
  const tokens = parser.parse(markdown.replace(/^# .*\n+/, ''), {});
  const headings: Heading[] = [];
  const sections: { id: string; title: string; text: string }[] = [{ id: '', title: '', text: '' }];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const title = textOf(tokens[index + 1]?.children ?? []);
      const earlier = headings.filter((heading) => anchorOf(heading.title) === anchorOf(title)).length;
      const id = anchorOf(title) + (earlier > 0 ? `-${earlier}` : '');
      // The page's title is the only h1.
      token.tag = token.tag === 'h1' ? 'h2' : token.tag;
      token.attrSet('id', id);
      headings.push({ id, title, level: Number(token.tag.slice(1)) });
      sections.push({ id, title, text: '' });
    } else if (token.type === 'heading_close') token.tag = token.tag === 'h1' ? 'h2' : token.tag;
    const section = sections.at(-1);
    const isTitle = tokens[index - 1]?.type === 'heading_open';
    if (section && !isTitle && (token.type === 'inline' || token.type === 'fence'))
      section.text += `${token.type === 'fence' ? token.content : textOf(token.children ?? [])} `;
  });
  return {
    nodes: toNodes(tokens),
    headings,
    sections: sections
      .map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() }))
      .filter(({ title, text }) => title !== '' || text !== ''),
  };
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: DocumentNode[];
}

function toNodes(tokens: readonly Token[]): DocumentNode[] {
  const root: Open = { name: '', attributes: {}, children: [] };
  const stack = [root];
  for (const token of tokens) {
    const top = stack.at(-1) ?? root;
    // Skip the hidden paragraphs of a tight list.
    if (token.hidden) continue;
    if (token.nesting === 1)
      stack.push({
        name: token.tag,
        attributes: Object.fromEntries((token.attrs ?? []).map(([name, value]) => [name, String(value)])),
        children: [],
      });
    else if (token.nesting === -1) {
      stack.pop();
      (stack.at(-1) ?? root).children.push([top.name, top.attributes, ...top.children]);
    } else if (token.type === 'inline') top.children.push(...toNodes(token.children ?? []));
    else top.children.push(leaf(token));
  }
  return root.children;
}

function leaf(token: Token): DocumentNode {
  switch (token.type) {
    case 'text':
      return token.content;
    case 'softbreak':
      return ' ';
    case 'code_inline':
      return ['code', {}, token.content];
    case 'fence':
    case 'code_block':
      return ['pre', { language: token.info.trim() }, token.content.replace(/\n$/, '')];
    case 'hr':
    case 'hardbreak':
      return [token.tag, {}];
    default:
      throw new Error(`Documents can't contain ${token.type} (vite.docs.ts).`);
  }
}

/**
 * Adds the modules `import { nodes, headings } from 'x.md?document'` and `import { sections } from 'x.md?sections'`.
 */
export function documentModules(): Plugin {
  return {
    name: 'clover:documents',
    enforce: 'pre',
    load: {
      filter: { id: /\.md\?(?:document|sections)$/ },
      async handler(id) {
        const [file = '', query] = id.split('?');
        const { nodes, headings, sections } = parseDocument(await readFile(file, 'utf8'));
        const names: Readonly<Record<string, unknown>> =
          query === 'document' ? { nodes, headings } : { sections };
        return {
          code: Object.entries(names)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
            .join('\n'),
          moduleType: 'js',
        };
      },
    },
  };
}
