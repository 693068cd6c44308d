import { localVendor } from '../../../../shared/providers/local-servers.ts';
import { useQuery } from '@tanstack/react-query';
import { listOf } from '../../../lib/locale.ts';
import { useMemories } from '../../../lib/memories.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { useMessageActions } from './actions.ts';
import { formatExactTime } from './clock.ts';
import { countWords } from './count-words.ts';
import styles from './ReplyFacts.module.css';
import { replyTexts } from './texts.ts';
import { thinkingTime } from './thinking-time.ts';
import { chatUsageText, priceDetails, tokenDetails } from './usage-details.ts';

interface ReplyFactsProps {
  readonly message: ShownMessage;
  readonly modelName: string;
}

function unavailableVendorText(vendor: string | null, reason: string | undefined): string | null {
  if (vendor === null || reason === undefined) return vendor;
  const reasonTexts: Readonly<Record<string, string>> = replyTexts.reasons;
  const words =
    reasonTexts[reason] ?? (/^\d{3}$/.test(reason) ? replyTexts.status({ status: reason }) : undefined);
  return words === undefined ? vendor : replyTexts.unavailable({ vendor, reason: words });
}

/** Sources that only a newer version of the app knows are shown by their id. */
const sourceName = (source: string): string =>
  (replyTexts.sources as Readonly<Record<string, string>>)[source] ?? source;

export function ReplyFacts({ message, modelName }: ReplyFactsProps) {
  const { content, createdAt, modelId, vendorId, usage, chatId = '' } = message;
  const vendors = useQuery(chatQueries.vendorNames());
  const sum = useQuery({ ...chatQueries.usage(chatId), enabled: usage !== undefined && chatId !== '' });
  const { userId } = useChatEngine();
  const sources = usage?.instructions?.filter((source) => source !== 'memory').map(sourceName) ?? [];
  const usesMemory = usage?.instructions?.includes('memory') ?? false;
  const memories = useMemories(userId, usesMemory);
  // A reply with memory was sent all memories of that time. Those that were deleted since can't be shown.
  const sentMemories = usesMemory
    ? (memories.data?.filter(({ created_at: since }) => Date.parse(since) <= Date.parse(createdAt)) ?? [])
    : [];
  const vendor =
    vendorId === null
      ? null
      : (vendors.data?.get(vendorId) ?? localVendor(vendorId)?.displayName ?? vendorId);
  const facts = [
    [
      replyTexts.facts.model,
      modelId === null || modelId === modelName ? modelName : `${modelName} (${modelId})`,
    ],
    [replyTexts.facts.vendor, vendor],
    [
      replyTexts.facts.unavailableVendor,
      unavailableVendorText(message.unavailableVendor, usage?.unavailable_reason),
    ],
    [replyTexts.facts.time, formatExactTime(createdAt)],
    [replyTexts.facts.took, usage?.milliseconds && thinkingTime(usage.milliseconds)],
    [replyTexts.facts.length, replyTexts.words({ count: countWords(content) })],
    [replyTexts.facts.tokens, usage && tokenDetails(usage)],
    [replyTexts.facts.price, usage && priceDetails(usage)],
    [replyTexts.facts.persona, useMessageActions()?.personaOf(message.id)],
    [replyTexts.facts.instructions, sources.length > 0 ? listOf(sources) : null],
    [replyTexts.facts.memory, sentMemories.map((each) => each.content).join(' · ')],
    [replyTexts.facts.chat, sum.data && chatUsageText(sum.data)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
