import { externalUrl } from '../../../../../shared/domain/external-url.ts';

const removedElements = 'script, style, template, button, svg, figure:has(pre) > figcaption';

/**
 * Reduces the HTML of web pages and word processors to elements that Markdown supports. The parsed document
 * never runs or loads anything.
 */
export function cleanHtml(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(removedElements)) element.remove();
  for (const image of body.querySelectorAll('img')) image.replaceWith(image.alt);
  for (const link of body.querySelectorAll('a'))
    if (externalUrl(link.getAttribute('href') ?? '') === null) unwrap(link);
  // Google Docs wraps everything in a <b> that isn't bold, and uses styles for bold text.
  for (const bold of body.querySelectorAll<HTMLElement>('b'))
    if (bold.style.fontWeight === 'normal') unwrap(bold);
  for (const span of body.querySelectorAll('span')) applyStyles(span);
  for (const pre of body.querySelectorAll('pre')) makeCode(pre);
  makeWordLists(body);
  return body;
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function wrap(element: Element, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

function applyStyles(span: HTMLElement): void {
  if (span.textContent?.trim() === '' || span.closest('pre, h1, h2, h3, h4, h5, h6')) return;
  const { fontWeight, fontStyle, textDecoration } = span.style;
  if (fontWeight === 'bold' || Number(fontWeight) >= 600) wrap(span, 'strong');
  if (fontStyle === 'italic') wrap(span, 'em');
  if (textDecoration.includes('line-through')) wrap(span, 's');
}

const languageClass = /(?:language|lang|highlight-source)-([\w+#-]+)/;

/** Turns a code block into a single <code> element with its language. */
function makeCode(pre: HTMLElement): void {
  const named = pre.querySelector('code[class]') ?? pre.closest('[class*="highlight-source-"]') ?? pre;
  const language = languageClass.exec(named.className)?.[1];
  for (const line of pre.querySelectorAll('br')) line.replaceWith('\n');
  const code = pre.ownerDocument.createElement('code');
  code.textContent = pre.textContent;
  if (language) code.className = `language-${language}`;
  pre.replaceChildren(code);
}

/** Word exports list items as paragraphs that start with a mark. Turns them into real lists. */
function makeWordLists(body: HTMLElement): void {
  let lists: HTMLElement[] = [];
  let before: Element | null = null;
  for (const item of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const level = Number(/mso-list:[^;]*level(\d)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1);
    const mark = item.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
    const tag = /\w/.test(mark?.textContent ?? '') ? 'ol' : 'ul';
    mark?.remove();
    if (before === null || item.previousElementSibling !== before) lists = [];
    lists = lists.slice(0, level);
    const line = body.ownerDocument.createElement('li');
    while (lists.length < level) {
      const list = body.ownerDocument.createElement(tag);
      const parent = lists.at(-1)?.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      lists.push(list);
    }
    line.append(...item.childNodes);
    lists.at(-1)?.append(line);
    item.remove();
    before = lists[0] ?? null;
  }
}
