// Loaded before everything else. @supabase/lite replaces `process.emitWarning` with a function that throws when a
// warning is an Error, which would end the process. It gives up where the property cannot be written, so it cannot.
Object.defineProperty(process, 'emitWarning', { value: process.emitWarning, writable: false });
