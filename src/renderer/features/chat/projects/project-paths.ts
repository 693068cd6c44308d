import { paths } from '../../../lib/paths.ts';

/** The value of the URL's parameter `project` for the list of all projects. */
export const allProjects = 'all';

/** The page of a project: a history that is limited to its chats. */
export const projectPath = (id: string): string => `${paths.history}?project=${encodeURIComponent(id)}`;

/** A new chat in a project. */
export const newChatPath = (projectId: string): string =>
  `${paths.chat}?project=${encodeURIComponent(projectId)}`;
