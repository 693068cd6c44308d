import { config } from 'zod/v4/core';

// Otherwise zod tries out `new Function` once, which the content security policy refuses and reports.
config({ jitless: true });
