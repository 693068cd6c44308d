/**
 * The code for projects that the open chat needs, and for the context of its requests. One module, so that only one file
 * is loaded after the first paint.
 */
export { Projects } from './projects/Projects.tsx';
export { ProjectLink } from './projects/ProjectLink.tsx';
export { readInstructions } from './projects/queries.ts';
export { readContext, temporaryPrompt } from './turn/context.ts';
