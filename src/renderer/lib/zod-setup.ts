// Otherwise zod tries `new Function`, which the Content Security Policy reports. Set as a global, because
// importing zod here would add it to every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
