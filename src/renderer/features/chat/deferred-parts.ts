/**
 * The code for projects and request contexts. An open chat needs it after the first paint, and loads it as one file.
 */
export { Projects } from './projects/Projects.tsx';
export { ProjectLink } from './projects/ProjectLink.tsx';
export { readInstructions } from './projects/queries.ts';
export { readContext } from './turn/context.ts';
export { temporaryPrompt } from './turn/system-prompt.ts';
