/** The build target. The bundler drops the other platform's code. */
declare const __PLATFORM__: 'web' | 'desktop';

/** From package.json. */
declare const __VERSION__: string;

/** The names of the migrations this app was built with, in order. */
declare const __MIGRATIONS__: readonly string[];
