/** What the open chat needs of projects, in one module: one file to load after the first paint. */
export { Projects } from './Projects.tsx';
export { ProjectLink } from './ProjectLink.tsx';
export { readInstructions } from './queries.ts';
