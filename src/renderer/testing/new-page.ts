import { vi } from 'vitest';

// The file starts with an empty page and its own instances of our modules. jsdom and the packages stay loaded.
vi.resetModules();
const { documentElement, head, body } = document;
for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name);
head.replaceChildren();
body.replaceChildren();
history.replaceState(null, '', '/');
