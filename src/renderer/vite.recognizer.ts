import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { type Language, languageCodes } from '../shared/domain/languages.ts';
import type { RecognizerFile, RecognizerFiles } from '../shared/recognizer.ts';

/** The names that Tesseract uses for the languages. */
const names: Readonly<Record<Language, string>> = {
  en: 'eng',
  de: 'deu',
  es: 'spa',
  fr: 'fra',
  'pt-BR': 'por',
  ja: 'jpn',
  'zh-CN': 'chi_sim',
  ar: 'ara',
};

/** A folder below `assets`, so that the files are cached permanently, but not stored for offline use. */
const folder = 'assets/recognizer';

/** Returns a file of the build, with a hash of its content in the name. */
function namedFile(name: string, extension: string, content: Uint8Array) {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return { fileName: `${folder}/${name}-${hash}.${extension}`, content };
}

/** Reads the files of the optional packages. Null if they are not installed. */
function readFiles(root: string) {
  const core = join(root, 'node_modules/tesseract.js-core/tesseract-core-simd-lstm');
  const models = languageCodes.flatMap((language) => {
    const name = names[language];
    const file = join(root, `node_modules/@tesseract.js-data/${name}/4.0.0_best_int/${name}.traineddata.gz`);
    return existsSync(file) ? [{ language, name, file: namedFile(name, 'bin', readFileSync(file)) }] : [];
  });
  if (!existsSync(`${core}.wasm`) || models.length === 0) return null;
  const script = Buffer.from(`${readFileSync(`${core}.js`, 'utf8')}\nexport default TesseractCore;\n`);
  return {
    script: namedFile('core', 'js', script),
    // Not named `.gz`, because some servers would send it with a content encoding.
    engine: namedFile('engine', 'bin', gzipSync(readFileSync(`${core}.wasm`), { level: 9 })),
    models,
  };
}

/**
 * Adds the text recognizer to the build, if its packages are installed: Tesseract (Apache-2.0) and a model for each
 * language. Pages load it only if a user extracts text.
 */
export function recognizer(root: string, target: 'web' | 'desktop'): Plugin {
  let files: ReturnType<typeof readFiles> = null;
  const urlOf = ({ fileName, content }: ReturnType<typeof namedFile>): RecognizerFile => ({
    url: `/${fileName}`,
    bytes: content.length,
  });
  return {
    name: 'clover:recognizer',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    config() {
      files = readFiles(root);
      const list: RecognizerFiles | null = files && {
        isInstalled: target === 'desktop',
        script: urlOf(files.script).url,
        engine: urlOf(files.engine),
        models: files.models.map(({ language, name, file }) => ({ language, name, ...urlOf(file) })),
      };
      return { define: { __RECOGNIZER__: JSON.stringify(list) } };
    },
    generateBundle() {
      if (!files) return;
      for (const { fileName, content } of [
        files.script,
        files.engine,
        ...files.models.map(({ file }) => file),
      ])
        this.emitFile({ type: 'asset', fileName, source: content });
    },
  };
}
