import { texts } from '../../../../shared/texts.ts';
import { accountGroups } from './account-requests.ts';
import { otherHostsGroup, providerGroup } from './other-requests.ts';
import { type OutgoingData, type RequestGroup, requestGroups, service } from './requests.ts';

const groups = [...requestGroups, ...accountGroups, providerGroup, otherHostsGroup];

/** The first request of an entry or a group identifies its texts, because each request is listed only once. */
const keyOf = ({ requests }: OutgoingData) => String(requests[0]);
const groupKeyOf = ({ entries }: RequestGroup) => String(entries[0]?.requests[0]);

const catalog = texts('privacy/requests', {
  groups: Object.fromEntries(
    groups.map((group) => {
      const { title, to } = group;
      return [groupKeyOf(group), to === service ? { title } : { title, to }];
    }),
  ),
  entries: Object.fromEntries(
    groups.flatMap(({ entries }) =>
      entries.map((entry) => [keyOf(entry), { what: entry.what, why: entry.why }]),
    ),
  ),
  /** Fields and requests that are not names. */
  words: Object.fromEntries(
    [
      '(by the browser)',
      '(not JSON)',
      'anything in its URL',
      'none of your data',
      'the fields of the form',
      'the text of the reply',
    ].map((word) => [word, word]),
  ),
});

const translateWords = (list: readonly string[]) => list.map((word) => catalog.words[word] ?? word);

/** Returns the list in the current language. */
export const listGroups = (): readonly RequestGroup[] =>
  groups.map((group) => ({
    ...group,
    ...catalog.groups[groupKeyOf(group)],
    entries: group.entries.map((entry) => ({
      requests: translateWords(entry.requests),
      fields: translateWords(entry.fields),
      what: entry.what,
      why: entry.why,
      ...catalog.entries[keyOf(entry)],
    })),
  }));
