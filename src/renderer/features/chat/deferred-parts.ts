/**
 * Code for projects and for the context of requests, which an open chat needs after the first paint. One module, so
 * that only one file is loaded.
 */
export { Projects } from './projects/Projects.tsx';
export { ProjectLink } from './projects/ProjectLink.tsx';
export { readInstructions } from './projects/queries.ts';
export { readContext } from './turn/context.ts';
export { temporaryPrompt } from './turn/system-prompt.ts';
