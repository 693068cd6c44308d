// Makes `electron` mean the test host, for import and require alike, before any other module is loaded.
const { registerHooks } = require('node:module');
const { pathToFileURL } = require('node:url');
const { join } = require('node:path');

const standIn = pathToFileURL(join(__dirname, 'electron.mjs')).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: standIn, shortCircuit: true }
      : next(specifier, context),
});
