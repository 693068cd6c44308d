// Otherwise zod tries out `new Function` once, which the content security policy refuses and reports. The setting is
// laid where zod looks for it when it is loaded: importing zod to tell it would put a part of it into every first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
