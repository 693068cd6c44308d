import type { Language } from './domain/languages.ts';

export interface RecognizerFile {
  readonly url: string;
  readonly bytes: number;
}

/** A model for recognizing text in one language. */
export interface RecognizerModel extends RecognizerFile {
  readonly language: Language;
  /** Tesseract's name for the language. */
  readonly name: string;
}

export interface RecognizerFiles {
  /** True if the files are part of the installed app, so that nothing is downloaded. */
  readonly isInstalled: boolean;
  /** The URL of the script that runs the engine. */
  readonly script: string;
  readonly engine: RecognizerFile;
  readonly models: readonly RecognizerModel[];
}

/** The path of the worker that recognizes text (src/renderer/features/chat/attachments/recognition). */
const path = /^\/assets\/recognizer-worker-[\w-]+\.js$/;

/**
 * Returns the Content Security Policy for that worker's response, or null for all other paths. Only this worker may
 * compile WebAssembly. It can request only its scripts.
 */
export const recognizerPolicy = (pathname: string): string | null =>
  path.test(pathname) ? "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" : null;
