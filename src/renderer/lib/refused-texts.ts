import { params, texts } from '../../shared/texts.ts';

/** Texts for changes of personas, prompts and memories that the service refused. */
export const refusedTexts = texts('lib/refusedChanges', {
  titles: {
    personas: "Couldn't save a change to your personas",
    prompts: "Couldn't save a change to your prompts",
    memories: "Couldn't save a change to your memory",
  },
  kept: params('{reason} Your text is kept in the settings.'),
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
