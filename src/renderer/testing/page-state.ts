/** Returns the objects that tests change most: globals, the page's objects, and the methods of its elements. */
const observedObjects = (): Readonly<Record<string, object>> => ({
  window: globalThis,
  document,
  navigator,
  location,
  history,
  console,
  Math,
  URL,
  'Document.prototype': Document.prototype,
  'Element.prototype': Element.prototype,
  'EventTarget.prototype': EventTarget.prototype,
  'HTMLDialogElement.prototype': HTMLDialogElement.prototype,
  'HTMLElement.prototype': HTMLElement.prototype,
  'HTMLMediaElement.prototype': HTMLMediaElement.prototype,
  'Navigator.prototype': Navigator.prototype,
  'Storage.prototype': Storage.prototype,
});

/**
 * Expected changes: user-event replaces the first three once per page, `setup.ts` empties the next one before
 * each test, and nanostores adds the last one.
 */
const allowedChanges = new Set([
  'HTMLElement.prototype.focus',
  'HTMLElement.prototype.blur',
  'navigator.clipboard',
  'window.indexedDB',
  'window.nanostoresGlobal',
]);

/** Libraries store their state in properties that start with an underscore. */
const isOfLibrary = (path: string) => path.includes('._');

type PageState = ReadonlyMap<string, unknown>;

/** Reads the getter or value of each property by its path, such as `Element.prototype.scrollIntoView`. */
export function readPageState(): PageState {
  const state = new Map<string, unknown>();
  for (const [name, owner] of Object.entries(observedObjects()))
    for (const [key, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      state.set(`${name}.${key}`, get ?? (value as unknown));
  return state;
}

export function changesSince(before: PageState): string[] {
  const now = readPageState();
  return [...new Set([...before.keys(), ...now.keys()])].filter(
    (path) => !Object.is(before.get(path), now.get(path)) && !allowedChanges.has(path) && !isOfLibrary(path),
  );
}
