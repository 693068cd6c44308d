// Lint rules: texts that users read are in catalogs (src/shared/texts.ts), so that they can be translated.
import { relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The documentation and the console are in English. */
const englishOnly = /^src\/renderer\/(?:features\/(?:admin|site\/docs)\/|app\/public-pages)/;
const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|\/specimen\//.test(file);

/** Attributes that users read or hear. */
const readAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'label',
  'placeholder',
  'title',
]);

const hasWord = (text: unknown): boolean => typeof text === 'string' && /\p{L}{2}/u.test(text);

interface Node {
  readonly type: string;
  readonly parent?: Node | null;
  readonly [key: string]: unknown;
}
interface Context {
  readonly filename: string;
  report: (problem: { node: unknown; message: string }) => void;
}

const fileOf = (context: Context) => relative(root, context.filename).split(sep).join('/');

/** Returns whether the node is inside `pre`, whose content is code. */
function isCode(node: Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    const opening = outer['openingElement'] as { readonly name: { readonly name?: unknown } } | undefined;
    if (opening?.name.name === 'pre') return true;
  }
  return false;
}

const textsInCatalogs = {
  create(context: Context) {
    const file = fileOf(context);
    if (!file.startsWith('src/renderer/') || englishOnly.test(file) || isTest(file)) return {};
    const report = (node: unknown) =>
      context.report({ node, message: 'Move this text to a catalog in texts.ts, so that it is translated.' });
    return {
      JSXText(node: Node) {
        if (hasWord(node['value']) && !isCode(node)) report(node);
      },
      JSXAttribute(node: Node) {
        const { name } = node['name'] as { readonly name: unknown };
        const value = node['value'] as Node | null;
        if (value?.type === 'Literal' && readAttributes.has(String(name)) && hasWord(value['value']))
          report(value);
      },
    };
  },
};

const isFunction = ({ type }: Node) => /Function|^PropertyDefinition$/.test(type);

/** Returns whether the node runs while its module loads, when texts are still in English. */
function runsOnLoad(node: Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) if (isFunction(outer)) return false;
  return true;
}

const textsReadLate = {
  create(context: Context) {
    const file = fileOf(context);
    if (!file.startsWith('src/renderer/') || englishOnly.test(file) || isTest(file)) return {};
    const catalogs = new Set<string>();
    return {
      ImportDeclaration(node: Node) {
        const { value } = node['source'] as { readonly value: string };
        if (!/texts\.ts$|\/sections\.ts$/.test(value) || value.endsWith('shared/texts.ts')) return;
        for (const { local } of node['specifiers'] as readonly {
          readonly local: { readonly name: string };
        }[])
          catalogs.add(local.name);
      },
      MemberExpression(node: Node) {
        const object = node['object'] as Node;
        if (object.type === 'Identifier' && catalogs.has(String(object['name'])) && runsOnLoad(node))
          context.report({
            node,
            message: 'Read this text where it is shown: its translation is loaded after this module.',
          });
      },
    };
  },
};

export default {
  meta: { name: 'texts' },
  rules: { 'in-catalogs': textsInCatalogs, 'read-late': textsReadLate },
};
