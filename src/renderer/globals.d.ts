/** Which target is being built. A constant, so that the bundler drops the other platform's code. */
declare const __PLATFORM__: 'web' | 'desktop';
