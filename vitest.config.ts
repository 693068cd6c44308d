import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-folder.mjs';
import { documentModules } from './src/renderer/vite.docs.ts';
import { pageConstants } from './src/renderer/vite.shared.ts';

keepTemporaryFilesInMemory();
// The tests start a hundred processes of the same sources.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

/** The files that run only with `npm test -- --all`, or by name. */
const longFiles = process.env['SHORT_TESTS'] === undefined ? [] : ['**/*.long.test.ts'];

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const unitTests = [
  'src/{shared,main,worker}',
  'src/service/http',
  'supabase/functions',
  'scripts',
  'e2e/vendor',
];

/** Needs a process that has not loaded zod. */
const withoutZod = 'src/renderer/lib/zod-setup.alone.test.ts';

/** Replaces Electron in the tests of the main process. */
const electron = {
  resolve: {
    alias: {
      electron: path('./src/main/testing/electron.ts'),
      'electron-store': path('./src/main/testing/electron-store.ts'),
    },
  },
};

/** The parts of the build that the page's tests need. */
const page = { plugins: [react(), documentModules()], define: pageConstants(path('.'), 'web') };

export default defineConfig({
  test: {
    // By default, one core is reserved for the runner, which has little to do. With two cores, that would double the
    // time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // One line per file, and complete failures, for people and the pipeline.
    reporters: ['default'],
    projects: [
      {
        ...electron,
        test: {
          name: 'unit',
          environment: 'node',
          // Starting a worker takes longer than most of these files.
          isolate: false,
          testTimeout: 20_000,
          include: unitTests.map((folder) => `${folder}/**/*.test.ts`),
          exclude: ['**/*.alone.test.ts'],
        },
      },
      {
        ...electron,
        test: {
          name: 'isolated',
          environment: 'node',
          include: [...unitTests.map((folder) => `${folder}/**/*.alone.test.ts`), withoutZod],
        },
      },
      {
        ...page,
        test: {
          name: 'web',
          // Loading a page and its modules takes two seconds, so each worker loads them only once. A file that replaces
          // a module, or needs one that is not loaded yet, is named *.alone.test.ts and has separate modules.
          environment: './src/renderer/testing/shared-page.ts',
          isolate: false,
          setupFiles: ['src/renderer/testing/setup.ts'],
          include: ['src/renderer/**/*.test.{ts,tsx}'],
          exclude: ['**/*.alone.test.{ts,tsx}'],
        },
      },
      {
        ...page,
        test: {
          name: 'alone',
          environment: './src/renderer/testing/shared-page.ts',
          isolate: false,
          sequence: { setupFiles: 'list' },
          setupFiles: ['src/renderer/testing/new-page.ts', 'src/renderer/testing/setup.ts'],
          include: ['src/renderer/**/*.alone.test.{ts,tsx}'],
          exclude: [withoutZod],
        },
      },
      {
        resolve: {
          alias: [
            { find: './password-cost.ts', replacement: path('./src/service/testing/password-cost.ts') },
          ],
        },
        test: {
          name: 'service',
          environment: 'node',
          globalSetup: ['src/service/testing/global-setup.ts'],
          include: ['src/service/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
          exclude: ['src/service/http/**', ...longFiles],
          // Loading a database and its modules takes a second, so each worker loads them only once. No file here
          // replaces a module, and each opens a separate database.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
