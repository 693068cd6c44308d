import { paths } from '../../../lib/paths.ts';

/** The value of the URL parameter `project` for the list of all projects. */
export const allProjects = 'all';

/** Returns the path of a project's page: a history that is limited to its chats. */
export const projectPath = (id: string): string => `${paths.history}?project=${encodeURIComponent(id)}`;

/** The history state of a project that was just created, whose instructions the user may want to write. */
export const newProjectState = { isNewProject: true };

export const isNewProject = (state: unknown): boolean =>
  (state as Partial<typeof newProjectState> | null)?.isNewProject === true;

/** Returns the path of a new chat in a project. */
export const newChatPath = (projectId: string): string =>
  `${paths.chat}?project=${encodeURIComponent(projectId)}`;
