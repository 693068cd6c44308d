/** The package's own declaration is outside its exports. */
declare module 'fake-indexeddb/auto';
