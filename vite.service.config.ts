import { defineConfig } from 'vite';

/** Builds the embedded service as one folder of plain JavaScript, for `npm start` and for the desktop package. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'out/service',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // PGlite and password hashing block their thread, so each has a worker thread, which needs a separate file.
      input: {
        main: 'src/service/main.ts',
        'bcrypt-worker': 'src/service/auth/bcrypt-worker.ts',
        'pglite-worker': 'src/service/database/pglite-worker.ts',
      },
      output: { entryFileNames: '[name].js', format: 'es' },
    },
  },
  ssr: {
    // PGlite stays a package, because it loads its wasm and data files from its folder. Everything else is bundled:
    // one file starts faster than thousands, and the desktop package needs no node_modules for it.
    noExternal: true,
    external: ['@electric-sql/pglite'],
  },
});
