import { builtinEnvironments, type Environment } from 'vitest/runtime';

const isMade = Symbol.for('clover.test-page');

/** jsdom, made once for all files of a worker. What they leave behind, `setup.ts` takes away after each test. */
const environment: Environment = {
  name: 'shared-page',
  viteEnvironment: 'client',
  async setup(global: Record<symbol, unknown>, options) {
    if (global[isMade] !== true) {
      await builtinEnvironments.jsdom.setup(global, options);
      global[isMade] = true;
    }
    return { teardown: () => undefined };
  },
};

// Vitest asks for a default export.
export default environment;
