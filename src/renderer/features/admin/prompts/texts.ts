import { params, texts } from '../../../../shared/texts.ts';

export const publishedPromptTexts = texts('admin/prompts', {
  title: 'Prompts',
  lead: 'Prompts for everyone. Users insert them with / and the name, and can copy them to change them.',
  loading: 'Loading prompts…',
  caption: 'Published prompts, by name',
  item: 'Prompt',
  text: 'Text',
  empty: { title: 'No published prompts yet', text: 'Publish a prompt to offer it to all users.' },
  nameOf: params('/{name}'),
  add: 'Publish a prompt',
  addTitle: 'Publish a prompt',
  fields: {
    name: 'Name',
    nameHint: 'Typed after the slash, without spaces. For example, summary.',
    title: 'Title (optional)',
    text: 'Text',
    textHint:
      'Write {{topic}} for a part that users enter each time, or {{tone:formal|casual}} to suggest values.',
  },
  saved: params('Prompt published: {name}'),
  removeTitle: params('Remove the prompt "{name}"?'),
  removeText: 'Users can no longer insert it. Their copies are kept.',
  removeConfirm: 'Remove prompt',
  removed: params('Prompt removed: {name}'),
});
