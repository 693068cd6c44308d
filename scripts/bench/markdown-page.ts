import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPage, serveBuild } from './lib/serve-build.ts';

const page = resolve(import.meta.dirname, '../../src/renderer/components/markdown/testing/page');

/** Serves a page with only Markdown, as a production build with the app's CSP. */
export async function serveMarkdownPage(): Promise<{ url: string; close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'clover-markdown-'));
  await buildPage(page, directory);
  const { url, close } = await serveBuild(directory);
  return {
    url,
    close: async () => {
      close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
