import { defineConfig } from 'vite';

/** The embedded service as one folder of plain JavaScript, for `npm start` and for the desktop package. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'out/service',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // PGlite and the hashing of passwords block, so they have their own threads, and a thread needs a file.
      input: {
        main: 'src/service/main.ts',
        'bcrypt-worker': 'src/service/auth/bcrypt-worker.ts',
        'pglite-worker': 'src/service/database/pglite-worker.ts',
      },
      output: { entryFileNames: '[name].js', format: 'es' },
    },
  },
  ssr: {
    // PGlite loads its wasm and data files beside its own code, so it stays a package. The rest is bundled:
    // one file starts faster than thousands, and the desktop package needs no node_modules for it.
    noExternal: true,
    external: ['@electric-sql/pglite'],
  },
});
