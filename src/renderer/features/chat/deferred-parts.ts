/** What the open chat needs of projects and sharing, in one module: one file to load after the first paint. */
export { Projects } from './projects/Projects.tsx';
export { ProjectLink } from './projects/ProjectLink.tsx';
export { readInstructions } from './projects/queries.ts';
export { ShareRequests } from './share/ShareRequests.tsx';
