import { params, plural, texts } from '../../../../shared/texts.ts';
import type { Toast } from '../../../lib/toast.ts';
import type { ProjectColor } from './project.ts';

export const projectTexts = texts('chat/projects', {
  title: 'Projects',
  create: 'New project',
  all: plural({ one: 'All projects ({count})', other: 'All projects ({count})' }),
  archived: 'Archived projects',
  none: 'No projects yet',
  about: 'Chats in a project share its instructions. New chats start with its model and persona.',
  menu: params('Options for project {name}'),
  newChat: 'New chat in this project',
  rename: 'Edit name and color',
  archive: 'Archive',
  unarchive: 'Unarchive',
  delete: 'Delete',
  loading: 'Loading project',
  gone: 'This project no longer exists. It may have been deleted on another device.',
  allTitle: 'All projects',
  isArchived: 'This project is archived.',
  goneMark: 'Project deleted',
  goneChat: 'The project was deleted. This chat is no longer in a project.',
});

export const projectDialogTexts = texts('chat/projectDialog', {
  create: 'New project',
  edit: 'Edit name and color',
  name: 'Name',
  nameHint: 'For example "Garden" or "Thesis".',
  nameMissing: 'Enter a name.',
  color: 'Color',
  colors: {
    gray: 'Gray',
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
  } satisfies Record<ProjectColor, string>,
  confirmCreate: 'Create project',
  save: 'Save',
  cancel: 'Cancel',
});

export const deleteProjectTexts = texts('chat/deleteProject', {
  title: params('Delete project "{name}"?'),
  empty: 'This project has no chats. Its instructions and files will be deleted.',
  text: plural({
    one: "This project has {count} chat. You can keep the chat outside the project or delete it too. The project's instructions and files will be deleted.",
    other:
      "This project has {count} chats. You can keep them outside the project or delete them too. The project's instructions and files will be deleted.",
  }),
  needsConnection: 'You can delete the project once you are back online.',
  counting: 'Counting chats…',
  countFailed: "Couldn't count the chats. You can keep them and delete only the project.",
  permanent: "Deleted chats can't be restored. Their replies in progress will stop.",
  keep: 'Keep chats',
  delete: 'Delete project',
  deleteAll: plural({ one: 'Delete {count} chat too', other: 'Delete {count} chats too' }),
  cancel: 'Cancel',
  deleting: 'Deleting…',
});

const failed = (title: string, message: string) =>
  ({ title, message, variant: 'destructive' }) satisfies Toast;

const checkConnection = 'Check your connection, then try again.';

export const projectToasts = texts('chat/projectToasts', {
  createFailed: failed("Couldn't create the project", checkConnection),
  changeFailed: failed("Couldn't save the project", checkConnection),
  deleteFailed: failed("Couldn't delete the project", checkConnection),
  chatsNotDeleted: failed(
    "Couldn't delete all of the project's chats",
    "The project wasn't deleted. Try again.",
  ),
  moveFailed: failed("Couldn't move the chat", 'The project may have been deleted.'),
  chatNotLoaded: failed("Couldn't load the chat to move", checkConnection),
  deleted: { title: 'Project deleted', message: 'Any chats in it are now in your list.' },
  deletedWhole: { title: 'Project deleted', message: 'Its chats were deleted too.' },
});

export const projectPageTexts = texts('chat/projectPage', {
  settings: 'Project settings',
  instructions: 'Instructions',
  instructionsHint: params('Sent with every message in this project. Up to {most} characters.'),
  instructionsPlaceholder: 'What should models know about this project? How should they answer?',
  instructionsNotLoaded: "Couldn't load the instructions.",
  retry: 'Retry',
  save: 'Save instructions',
  discard: 'Discard changes',
  model: 'Model for new chats',
  anyModel: 'Your default model',
  persona: 'Persona for new chats',
  deletedPersona: 'Deleted persona',
  conflict: "These instructions were changed on another device. Your changes aren't saved yet.",
  theirs: 'Instructions from the other device',
  useTheirs: 'Use the other version',
  replaceTheirs: 'Keep my version',
  noChats: 'No chats in this project yet',
  search: 'Search in this project',
});
