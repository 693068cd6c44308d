/** The code for projects that the open chat needs. One module, so that only one file is loaded after the first paint. */
export { Projects } from './projects/Projects.tsx';
export { ProjectLink } from './projects/ProjectLink.tsx';
export { readInstructions } from './projects/queries.ts';
