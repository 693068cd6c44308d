import { params, texts } from '../../../../shared/texts.ts';

/** What the pages of prompts and personas have in common. */
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
