import type { PortableChat } from '../../../../lib/portable-chat.ts';

export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** Returns the time `n` seconds after a fixed one. */
export const at = (n: number) => new Date(1_700_000_000_000 + n * 1_000).toISOString();

export const noChoices = { modelId: null, vendorId: null, parameters: null };
/** Creates a chat with a question and two replies. */
export function ownChat(change: Partial<PortableChat> = {}): PortableChat {
  const base = {
    status: 'complete',
    modelId: null,
    vendorId: null,
    unavailableVendor: null,
    contentFormat: 'plain',
  } as const;
  return {
    id: id(1),
    title: 'Clovers',
    createdAt: at(0),
    updatedAt: at(9),
    pinnedAt: at(5),
    archivedAt: null,
    activeMessageId: id(12),
    modelId: 'some/model',
    vendorId: 'openai',
    parameters: { instructions: 'Be brief.', temperature: 0.3 },
    messages: [
      { ...base, id: id(10), parentId: null, role: 'user', content: 'How many leaves?', createdAt: at(1) },
      { ...base, id: id(11), parentId: id(10), role: 'assistant', content: 'Two.', createdAt: at(2) },
      {
        ...base,
        id: id(12),
        parentId: id(10),
        role: 'assistant',
        content: 'Three,\n\n**rarely** four.',
        status: 'stopped',
        modelId: 'some/model',
        vendorId: 'openai',
        unavailableVendor: 'DeepInfra',
        createdAt: at(3),
      },
    ],
    ...change,
  };
}

/** Creates a file with this text, or with this value as JSON. */
export const fileOf = (value: unknown) =>
  new Blob([typeof value === 'string' ? value : JSON.stringify(value)]);
