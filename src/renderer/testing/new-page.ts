import { vi } from 'vitest';

// Gives the file an empty page and separate instances of our modules. jsdom and the packages stay loaded.
vi.resetModules();
const { documentElement, head, body } = document;
for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name);
head.replaceChildren();
body.replaceChildren();
history.replaceState(null, '', '/');
