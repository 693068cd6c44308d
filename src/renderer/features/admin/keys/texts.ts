import { params, texts } from '../../../../shared/texts.ts';

export const keyTexts = texts('admin/key', {
  title: 'API keys',
  lead: 'Keys that users created for the developer API. Only their first characters and a hash are stored.',
  loading: 'Loading keys…',
  caption: "Users' API keys, newest first",
  search: 'Search by owner, name or first characters',
  searchHint: 'Owner, name or clv_…',
  state: 'State',
  anyState: 'Any state',
  states: { live: 'Active', revoked: 'Revoked' },
  columns: {
    name: 'Key',
    owner: 'Owner',
    created: 'Created',
    lastUsed: 'Last used',
    actions: 'Actions',
  },
  startsWith: params('{prefix}…'),
  never: 'Never',
  empty: { title: 'No API keys yet', text: 'Users on Professional can create keys in their settings.' },
  noMatch: { title: 'No matching keys', text: 'Try another search or state.' },
  revoke: 'Revoke',
  revokeOf: params('Revoke {name}'),
  dialogTitle: params('Revoke the key "{name}"?'),
  dialogText: params(
    "{owner}'s programs that use this key stop working immediately. This can't be undone, but the owner can create another key.",
  ),
  confirm: 'Revoke key',
  busy: 'Revoking…',
  revoked: params('Key "{name}" revoked'),
});
