import { params, plural, texts } from '../../../../shared/texts.ts';

export const publishedPersonaTexts = texts('admin/personas', {
  title: 'Personas',
  lead: 'Personas for everyone. Users can start chats with them, use one for a single message with @, or edit a copy. Importing a file replaces personas with the same names.',
  loading: 'Loading personas…',
  caption: 'Published personas, by name',
  item: 'Persona',
  text: 'Instructions',
  empty: {
    title: 'No published personas yet',
    text: 'Publish a persona, or import a file, to offer them to all users.',
  },
  add: 'Publish a persona',
  addTitle: 'Publish a persona',
  noModel: "The user's default model",
  incomplete: 'Enter a name, and shorten the texts that are too long.',
  saved: params('Persona published: {name}'),
  removeTitle: params('Remove the persona "{name}"?'),
  removeText: "Users can no longer choose it. Chats that use it and users' copies are kept.",
  removeConfirm: 'Remove persona',
  removed: params('Persona removed: {name}'),
  imported: plural({ one: '{count} persona published', other: '{count} personas published' }),
  importFailed: 'Nothing was published',
  sameName: params('The file contains more than one persona called "{name}". Rename them, then try again.'),
});
