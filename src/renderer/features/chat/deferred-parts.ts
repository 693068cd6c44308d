/** What the open chat needs of projects, in one module: one file to load after the first paint. */
export { Projects } from './projects/Projects.tsx';
export { ProjectLink } from './projects/ProjectLink.tsx';
export { readInstructions } from './projects/queries.ts';
