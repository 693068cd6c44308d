/** Shared by all screens that explain how long chats are kept [ACCT-035, ROLE-021]. */
export const guestDeletion = 'Guest chats are deleted after 24 hours.';
export const starterHiding = 'Older chats are hidden and kept until you delete them or upgrade.';
