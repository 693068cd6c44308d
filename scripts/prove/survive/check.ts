import type { Ledger, TypedText } from './ledger.ts';
import type { Screen, ScreenChat } from './screen.ts';
import { expectedChats, type StoredAccount, type StoredMessage } from './stored.ts';
import type { VendorCall } from './vendor-log.ts';

/** The final state of a history. */
export interface Ending {
  readonly ledger: Ledger;
  readonly stored: StoredAccount;
  readonly screens: readonly Screen[];
  readonly calls: readonly VendorCall[];
  /** Notices that each device showed. */
  readonly notices: readonly (readonly string[])[];
  readonly used: number;
}

const describeChat = ({ title, isPinned, messages }: ScreenChat) =>
  [
    `"${title}"${isPinned ? ' pinned' : ''}`,
    ...messages.map(
      ({ id, role, text, end, version }) =>
        `  ${role} ${id.slice(0, 8)} "${text.length > 60 ? `${text.slice(0, 40)}…${text.slice(-16)} (${text.length})` : text}"${end ? ` ${end}` : ''}${version ? ` v${version}` : ''}`,
    ),
  ].join('\n');

/** Lists when the versions of a chat's messages were stored, to explain a difference. */
const describeVersions = (chat: ScreenChat, { messages }: StoredAccount) =>
  messages
    .filter(({ chat_id }) => chat_id === chat.id)
    .map(
      ({ id, parent_id, created_at, seq }) =>
        `  ${id.slice(0, 8)} after ${parent_id?.slice(0, 8) ?? 'none'} at ${created_at}, ${seq}`,
    )
    .join('\n');

/**
 * Removes the last reply of a chat if it was never stored: a killed service loses at most a second of text, but the
 * device that received this text still shows it, with Retry.
 */
function withoutUnsaved(chat: Screen['chats'][number], { messages }: StoredAccount): ScreenChat {
  const last = chat.messages.at(-1);
  const isUnsaved =
    chat.canRetry && last?.end === 'interrupted' && !messages.some(({ id }) => id === last.id);
  return isUnsaved ? { ...chat, messages: chat.messages.slice(0, -1) } : chat;
}

/** Returns the differences between what a device shows and what is stored. */
export function screenDifferences(screen: Screen, stored: StoredAccount, kills: number): string[] {
  const expected = expectedChats(stored);
  const differences = [...screen.unfinished];
  const shownIds = screen.chats.map(({ id }) => id);
  const expectedIds = expected.map(({ id }) => id);
  for (const chat of expected) {
    const onScreen = screen.chats.find(({ id }) => id === chat.id);
    const shown = onScreen && kills > 0 ? withoutUnsaved(onScreen, stored) : onScreen;
    if (!shown) differences.push(`is missing the chat ${describeChat(chat)}`);
    else if (describeChat(shown) !== describeChat(chat))
      differences.push(
        `shows\n${describeChat(shown)}\nbut this is stored:\n${describeChat(chat)}\n${describeVersions(chat, stored)}`,
      );
  }
  for (const chat of screen.chats)
    if (!expectedIds.includes(chat.id))
      differences.push(`shows a chat that is not stored: ${describeChat(chat)}`);
  if (differences.length === 0 && shownIds.join() !== expectedIds.join())
    differences.push(
      `shows the chats in another order: ${screen.chats.map(({ title }) => title).join(', ')}`,
    );
  return differences;
}

/**
 * Returns the vendor calls whose texts make up a reply, in order. Null if a character is invented, missing or repeated.
 */
function callsOf(content: string, calls: readonly VendorCall[]): VendorCall[] | null {
  if (content === '') return [];
  const candidates = calls
    .map((call) => ({ call, length: commonLength(content, call.text) }))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => other.length - one.length);
  for (const { call, length } of candidates) {
    const rest = callsOf(
      content.slice(length),
      calls.filter((other) => other !== call),
    );
    if (rest) return [call, ...rest];
  }
  return null;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const isInDeletedChat = (typed: TypedText | undefined, { deletedChats }: Ledger): boolean =>
  typed !== undefined && typed.chatId !== null && deletedChats.has(typed.chatId);

const places = (texts: readonly string[], token: string) =>
  texts.filter((text) => new RegExp(`${token}(?!\\d)`).test(text)).length;

function checkText(typed: TypedText, { ledger, stored, screens, notices }: Ending): string[] {
  const own = stored.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const drafts = screens.flatMap(({ chats, newDraft }) => [newDraft, ...chats.map(({ draft }) => draft)]);
  const archived = stored.chats.filter(({ archived_at }) => archived_at !== null);
  drafts.push(
    ...screens.flatMap(({ storedDrafts }) =>
      Object.entries(storedDrafts).flatMap(([key, text]) =>
        archived.some(({ id }) => key.endsWith(id)) ? [text] : [],
      ),
    ),
  );
  const storedTimes = places(own, typed.token);
  const draftTimes = places(drafts, typed.token);
  const name = `"${typed.token}" (typed on device ${typed.device}${typed.isSent ? ', sent' : ''})`;
  const failures: string[] = [];
  const allowed = typed.wasCanceled ? 2 : 1;
  if (storedTimes > allowed) failures.push(`doubled: ${name} is stored ${storedTimes} times`);
  if (storedTimes > 0 && draftTimes > 0 && !typed.wasCanceled)
    failures.push(`doubled: ${name} is stored and still in a draft`);
  if (draftTimes > 1) failures.push(`doubled: ${name} is in ${draftTimes} drafts`);
  const isDeleted = isInDeletedChat(typed, ledger);
  if (storedTimes + draftTimes === 0 && !typed.isWithdrawn && !isDeleted) failures.push(`lost: ${name}`);
  const hasReason = (notices[typed.device] ?? []).some((notice) =>
    /^(Error|Warning|Chat not found|You have used)/.test(notice),
  );
  if (typed.isSent && !typed.isWithdrawn && draftTimes > 0 && !hasReason)
    failures.push(`no reason: ${name} is back in the draft, and the device showed no notice`);
  return failures;
}

function checkReplies({ ledger, stored, calls }: Ending): string[] {
  const failures: string[] = [];
  const usedBy = new Map<VendorCall, StoredMessage>();
  const replies = stored.messages.filter(({ role }) => role === 'assistant');
  for (const reply of replies) {
    const writers = callsOf(reply.content, calls);
    const name = `the reply "${reply.content.slice(0, 30)}" (${reply.status})`;
    if (!writers || writers.length === 0) {
      failures.push(`mixed up: ${name} is not what the vendor wrote: "${reply.content}"`);
      continue;
    }
    // A continued reply starts with the text of the interrupted one, so only the last call belongs to it.
    const writer = writers.at(-1);
    if (!writer) continue;
    const earlier = usedBy.get(writer);
    if (earlier)
      failures.push(`doubled: one call of the vendor wrote two replies: ${name}, and (${earlier.status})`);
    usedBy.set(writer, reply);
    if (reply.status === 'complete' && !reply.content.endsWith(writer.text))
      failures.push(`cut: ${name} is called complete, but the vendor wrote "${writer.text}"`);
  }
  for (const typed of ledger.texts.values()) {
    const requests = calls.filter(({ token }) => token === typed.token).length;
    if (requests > typed.attempts)
      failures.push(
        `repeated: the vendor got ${requests} requests about "${typed.token}", the user made ${typed.attempts}`,
      );
  }
  for (const call of calls) {
    const typed = ledger.texts.get(call.token);
    const isDeleted = isInDeletedChat(typed, ledger);
    if (usedBy.has(call) || isDeleted || ledger.kills > 0 || typed?.isStopped || !call.isAnswered) continue;
    failures.push(`lost reply: the vendor wrote "${call.text.slice(0, 40)}", and it is stored nowhere`);
  }
  return failures;
}

function checkQuota({ ledger, stored, calls, used }: Ending): string[] {
  const count = (state: string) => stored.reservations.filter((each) => each.state === state).length;
  const [answered, reserved] = [count('answered'), count('reserved')];
  const failures: string[] = [];
  if (used !== answered + reserved)
    failures.push(
      `quota: ${used} messages counted, but ${answered} answered and ${reserved} waiting for an answer`,
    );
  const replies = stored.messages.filter(({ role }) => role === 'assistant').length;
  // Replies of deleted chats count as answered, too.
  const own = stored.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const deletedCalls = calls.filter(({ token }) => places(own, token) === 0).length;
  // A reply that is stopped before its first text still counts, because the vendor was working.
  const stopped = [...ledger.texts.values()].filter(({ isStopped }) => isStopped).length;
  if (answered < replies || answered > replies + deletedCalls + stopped)
    failures.push(
      `quota: ${answered} messages counted as answered, but ${replies} replies are stored${deletedCalls > 0 ? ` and at most ${deletedCalls} deleted` : ''}`,
    );
  const withoutReply = stored.messages.filter(
    ({ id, role }) =>
      role === 'user' &&
      !stored.messages.some((reply) => reply.parent_id === id && reply.role === 'assistant'),
  ).length;
  // The service may have been killed before it called the vendor for a message of a deleted chat.
  const deletedRequests = [...ledger.texts.values()]
    .filter((typed) => isInDeletedChat(typed, ledger))
    .reduce((sum, { attempts }) => sum + attempts, 0);
  if (reserved > withoutReply + Math.max(deletedCalls, deletedRequests))
    failures.push(`quota: ${reserved} messages are counted without an answer, but ${withoutReply} have none`);
  return failures;
}

function checkChats({ ledger, stored }: Ending): string[] {
  const failures: string[] = [];
  for (const id of ledger.goneChats)
    if (stored.chats.some((chat) => chat.id === id))
      failures.push(`undeleted: the chat ${id} was deleted and is stored`);
  for (const { id, title, pinned_at, archived_at } of stored.chats) {
    if (archived_at !== null && !ledger.archivedChats.has(id))
      failures.push(`archive: "${title}" is archived, and no one archived it`);
    const titles = [...(ledger.titles.get(id)?.values() ?? [])];
    if (titles.length > 0 && !titles.includes(title))
      failures.push(
        `title: "${title}", but the last titles were ${titles.map((each) => `"${each}"`).join(', ')}`,
      );
    const pins = [...(ledger.pins.get(id)?.values() ?? [])];
    if (pins.length > 0 && !pins.includes(pinned_at !== null))
      failures.push(
        `pin: "${title}" is ${pinned_at === null ? 'not ' : ''}pinned, which was not the last choice`,
      );
  }
  return failures;
}

/** Returns all failures at the end of a history, one per line, starting with the broken promise. */
export function findFailures(ending: Ending): string[] {
  const { ledger, screens, stored } = ending;
  return [
    ...[...ledger.texts.values()].flatMap((typed) => checkText(typed, ending)),
    ...checkReplies(ending),
    ...checkQuota(ending),
    ...checkChats(ending),
    ...screens.flatMap((screen, device) =>
      screenDifferences(screen, stored, ledger.kills).map(
        (difference) => `differs: device ${device} ${difference}`,
      ),
    ),
  ];
}
