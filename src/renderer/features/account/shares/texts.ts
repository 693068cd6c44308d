import { brand } from '../../../../shared/brand.ts';
import { params, plural, texts } from '../../../../shared/texts.ts';
import type { Toast } from '../../../lib/toast.ts';

export const sharesTexts = texts('account/shares', {
  lead: `Links to chats that you shared. ${brand} doesn't keep their keys, so it can't show the links again. Revoking deletes the shared copy immediately.`,
  list: 'Your links to shared chats',
  empty: "You haven't shared any chats.",
  loadFailed: "Couldn't load your links.",
  untitled: { hidden: 'Hidden chat', locked: 'Locked chat' },
  created: params('Created {day}'),
  expires: params('Expires {day}'),
  expired: params('Expired {day}'),
  endless: 'No expiration',
  password: 'With password',
  unopened: 'Not opened yet',
  openings: plural({ one: 'Opened {count} time', other: 'Opened {count} times' }),
  revoke: { open: 'Revoke', cancel: 'Cancel', confirm: 'Revoke link', busy: 'Revoking…' },
  revokeOf: params('Revoke the link to {title}'),
  revokeWarning: "The link stops working immediately. Copies that people already made aren't affected.",
  revokeAll: { open: 'Revoke all links', cancel: 'Cancel', confirm: 'Revoke all', busy: 'Revoking…' },
  revokeAllWarning:
    "All your links stop working immediately. Copies that people already made aren't affected.",
  revoked: { title: 'Link revoked', variant: 'success' } satisfies Toast,
  allRevoked: { title: 'All links revoked', variant: 'success' } satisfies Toast,
  failed: "Couldn't revoke the link. Try again.",
  allFailed: "Couldn't revoke the links. Try again.",
});
