/** The package's exports don't include its own declaration. */
declare module 'fake-indexeddb/auto';
