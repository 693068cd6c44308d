import { builtinEnvironments, type Environment } from 'vitest/runtime';

const pageMark = Symbol.for('clover.test-page');

/** Shares one jsdom among all files of a worker. `setup.ts` cleans up after each test. */
const environment: Environment = {
  name: 'shared-page',
  viteEnvironment: 'client',
  async setup(global: Record<symbol, unknown>, options) {
    if (global[pageMark] !== true) {
      await builtinEnvironments.jsdom.setup(global, options);
      global[pageMark] = true;
    }
    return { teardown: () => undefined };
  },
};

// Vitest requires a default export.
export default environment;
