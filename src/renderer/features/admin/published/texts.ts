import { params, texts } from '../../../../shared/texts.ts';

/** Texts that the pages of prompts and personas share. */
export const publishedTexts = texts('admin/published', {
  updated: 'Changed',
  actions: 'Actions',
  save: 'Publish',
  edit: 'Edit',
  editOf: params('Edit {name}'),
  remove: 'Remove',
  removeOf: params('Remove {name}'),
  removing: 'Removing…',
});
