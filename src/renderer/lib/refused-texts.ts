import { params, texts } from '../../shared/texts.ts';

/** Texts for changes of the user's library, projects and instructions that the service refused. */
export const refusedTexts = texts('lib/refusedChanges', {
  titles: {
    personas: "Couldn't save a change to your personas",
    prompts: "Couldn't save a change to your prompts",
    memories: "Couldn't save a change to your memory",
    projects: "Couldn't save a change to your projects",
    instructions: "Couldn't save your instructions",
  },
  kept: params('{reason} Your text is kept in Settings.'),
  keptUntilClosed: params(
    "{reason} This device's storage is full. Your text is in Settings until you close or reload this page.",
  ),
  list: 'Unsaved changes',
  edit: 'Edit',
  editOf: params('Edit the unsaved change: {name}'),
  discard: 'Discard',
  discardOf: params('Discard the unsaved change: {name}'),
  reasons: {
    changed: 'It was changed on another device.',
    gone: 'It was deleted on another device.',
    nameTaken: 'You already have a prompt with this name. Choose another name.',
    failed: "The service couldn't save the change.",
  },
});
