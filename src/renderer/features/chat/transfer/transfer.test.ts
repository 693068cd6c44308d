import { describe, expect, it } from 'vitest';
import { toCloverJson } from './formats/clover-json.ts';
import { toMarkdown } from './formats/markdown.ts';
import type { PortableChat } from '../../../lib/portable-chat.ts';
import { activeBranch } from './formats/markdown.ts';
import { stableId } from './formats/stable-id.ts';
import { orderTree } from './formats/tree.ts';
import { batchesOf } from './batches.ts';
import { openFile } from './open-file.ts';
import { at, fileOf, id, noChoices, ownChat } from './testing/own-chat.ts';
import type { RefusalCode } from './transfer-error.ts';

async function read(file: Blob): Promise<(PortableChat | null)[]> {
  const chats: (PortableChat | null)[] = [];
  for await (const chat of (await openFile(file)).chats()) chats.push(chat);
  return chats;
}

async function deflated(text: string): Promise<Uint8Array> {
  const { readable, writable } = new CompressionStream('deflate-raw');
  const writer = writable.getWriter();
  void writer.write(new TextEncoder().encode(text)).then(() => writer.close());
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

/** Creates a .zip with one file, like those of other programs. */
async function zipOf(
  name: string,
  text: string,
  { size = text.length, isStored = false } = {},
): Promise<Blob> {
  const data = isStored ? new TextEncoder().encode(text) : await deflated(text);
  const title = new TextEncoder().encode(name);
  const local = new DataView(new ArrayBuffer(30));
  local.setUint32(0, 0x04034b50, true);
  local.setUint16(26, title.length, true);
  const entry = new DataView(new ArrayBuffer(46));
  entry.setUint32(0, 0x02014b50, true);
  entry.setUint16(10, isStored ? 0 : 8, true);
  entry.setUint32(20, data.length, true);
  entry.setUint32(24, size, true);
  entry.setUint16(28, title.length, true);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint32(12, 46 + title.length, true);
  end.setUint32(16, 30 + title.length + data.length, true);
  const parts = [local, title, data, entry, title, end].map((part) => Array.from(bytesOf(part)));
  return new Blob([new Uint8Array(parts.flat())]);
}

const bytesOf = (part: DataView | Uint8Array) =>
  part instanceof Uint8Array ? part : new Uint8Array(part.buffer);

const chatgpt = {
  conversation_id: 'not-a-uuid',
  title: 'Leaves',
  create_time: 1_700_000_000,
  update_time: 1_700_000_100.5,
  current_node: 'last',
  mapping: {
    root: { parent: null, message: null },
    hidden: {
      parent: 'root',
      message: {
        author: { role: 'system' },
        content: { content_type: 'text', parts: [''] },
        metadata: { is_visually_hidden_from_conversation: true },
      },
    },
    [id(20)]: {
      parent: 'hidden',
      message: {
        author: { role: 'user' },
        create_time: 1_700_000_010,
        content: {
          content_type: 'multimodal_text',
          parts: ['How many?', { content_type: 'image_asset_pointer' }],
        },
      },
    },
    tool: {
      parent: id(20),
      message: {
        author: { role: 'assistant' },
        recipient: 'browser',
        content: { content_type: 'code', text: 'search()' },
      },
    },
    first: {
      parent: id(20),
      message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['Two.'] } },
    },
    last: {
      parent: 'tool',
      message: {
        author: { role: 'assistant' },
        create_time: 1_700_000_020,
        content: { content_type: 'text', parts: ['Three.'] },
        metadata: { model_slug: 'a-model' },
      },
    },
  },
};

const claude = {
  uuid: id(30),
  name: '',
  created_at: '2026-01-01T10:00:00.123456Z',
  updated_at: '2026-01-02T10:00:00Z',
  chat_messages: [
    {
      uuid: id(31),
      sender: 'human',
      text: 'Read this',
      created_at: '2026-01-01T10:00:01Z',
      attachments: [{ file_name: 'leaf.txt', extracted_content: 'green' }],
    },
    {
      uuid: id(32),
      sender: 'assistant',
      text: 'old form',
      content: [{ type: 'text', text: 'Done.' }, { type: 'tool_use' }],
      created_at: '2026-01-01T10:00:02Z',
    },
  ],
};

describe('our own file', () => {
  it('restores ids, times, versions, model, parameters and the active branch [CHAT-004]', async () => {
    const chats = [ownChat(), ownChat({ id: id(2), pinnedAt: null, activeMessageId: null })];
    expect(await read(fileOf(toCloverJson(chats, new Date())))).toEqual(chats);
  });

  it('restores the persona of a message, unless it is damaged', async () => {
    const [question, ...replies] = ownChat().messages;
    const parameters = { persona: { id: id(7), name: 'Cook' }, instructions: 'Answer with a recipe.' };
    const chatWith = (given: unknown) => ({
      ...ownChat(),
      messages: [{ ...question, parameters: given }, ...replies],
    });
    const values = [parameters, { persona: { name: 'Cook' } }, { temperature: 0.3 }];
    const file = { format: 'clover-chats', version: 1, chats: values.map(chatWith) };
    const opened = await openFile(fileOf(file));
    const imported: unknown[] = [];
    for await (const { rows } of batchesOf(opened))
      imported.push(...rows.map(({ messages }) => messages.map((message) => message.parameters)));
    expect(imported).toEqual([
      [parameters, null, null],
      [null, null, null],
      [null, null, null],
    ]);
  });

  it('contains the active branch with its roles if it is Markdown [CHAT-004]', () => {
    expect(activeBranch(ownChat()).map((message) => message.id)).toEqual([id(10), id(12)]);
    expect(toMarkdown(ownChat({ title: 'Two\nlines' }))).toBe(
      `# Two lines\n\n## You\n\n_${at(1)}_\n\nHow many leaves?\n\n## Assistant\n\n_${at(3)}, some/model_\n\nThree,\n\n**rarely** four.\n`,
    );
  });
});

describe("ChatGPT's file", () => {
  it('contains its versions and the active branch, without hidden messages', async () => {
    const [chat] = await read(fileOf([chatgpt]));
    expect(chat).toMatchObject({
      id: await stableId('not-a-uuid'),
      title: 'Leaves',
      createdAt: at(0),
      updatedAt: new Date(1_700_000_100_500).toISOString(),
      activeMessageId: await stableId('last'),
      ...noChoices,
    });
    expect(
      chat?.messages.map(({ id: of, parentId, role, content }) => [of, parentId, role, content]),
    ).toEqual([
      [id(20), null, 'user', 'How many?\n\n_[image]_'],
      [await stableId('first'), id(20), 'assistant', 'Two.'],
      [await stableId('last'), id(20), 'assistant', 'Three.'],
    ]);
    expect(chat?.messages.at(-1)).toMatchObject({ modelId: 'a-model', createdAt: at(20) });
  });

  it('is found in a .zip, deflated or stored', async () => {
    const text = JSON.stringify([chatgpt]);
    for (const isStored of [false, true])
      expect(await read(await zipOf('export/conversations.json', text, { isStored }))).toHaveLength(1);
  });
});

describe("Claude's file", () => {
  it('contains messages and attachments in order, and a default title', async () => {
    const [chat] = await read(fileOf([claude]));
    expect(chat).toMatchObject({
      id: id(30),
      title: 'Read this  _[leaf.txt]_  green',
      activeMessageId: id(32),
      ...noChoices,
    });
    expect(
      chat?.messages.map(({ id: of, parentId, role, content }) => [of, parentId, role, content]),
    ).toEqual([
      [id(31), null, 'user', 'Read this\n\n_[leaf.txt]_\n\ngreen'],
      [id(32), id(31), 'assistant', 'Done.'],
    ]);
  });
});

describe('a file that cannot be imported', () => {
  it.each<[string, () => Blob | Promise<Blob>, RefusalCode]>([
    ['is not JSON', () => fileOf('{"format": "clover-ch'), 'notJson'],
    ['contains no chats', () => fileOf([{ a: 1 }]), 'noChats'],
    ['is empty', () => fileOf(''), 'notJson'],
    ['is a .zip without chats', () => zipOf('user.json', '{}'), 'otherZip'],
    ['is half a .zip', async () => (await zipOf('conversations.json', '[]')).slice(0, 40), 'damagedZip'],
    [
      'unpacks to more than it declares',
      () => zipOf('conversations.json', ' '.repeat(9_999), { size: 9 }),
      'damagedZip',
    ],
    [
      'unpacks to less than it declares',
      () => zipOf('conversations.json', '[]', { size: 9_999 }),
      'damagedZip',
    ],
    [
      'declares a huge size',
      () => zipOf('conversations.json', '[]', { size: 4_000_000_000 }),
      'unpacksTooLarge',
    ],
    ['is of a later version', () => fileOf({ format: 'clover-chats', version: 2, chats: [] }), 'noChats'],
  ])('is refused if it %s', async (_name, file, code) => {
    await expect(openFile(await file())).rejects.toThrow(code);
  });

  it('NUL and lone surrogates are replaced; a message over 1 MiB skips only its chat', async () => {
    const text = (content: string) =>
      ownChat({ messages: ownChat().messages.map((m) => ({ ...m, content })) });
    const [odd, huge, whole] = await read(
      fileOf(toCloverJson([text('a\0b\uD83D'), text('ü'.repeat(600_000)), ownChat()], new Date())),
    );
    expect(odd?.messages[0]?.content).toBe('a\uFFFDb\uFFFD');
    expect([huge, whole?.id]).toEqual([null, id(1)]);
  });
});

it('orders trees with cycles and missing parents without losing messages', () => {
  const ordered = orderTree([
    { id: 'b', parentId: 'a', value: 1 },
    { id: 'a', parentId: 'b', value: 1 },
    { id: 'self', parentId: 'self', value: 1 },
    { id: 'skipped', parentId: 'skipped', value: null },
    { id: 'after', parentId: 'skipped', value: 1 },
    { id: 'orphan', parentId: 'gone', value: 1 },
  ]);
  expect(ordered.map((node) => node.id).toSorted()).toEqual(['a', 'after', 'b', 'orphan', 'self']);
  const places = ordered.map(({ parentId }, index) => [
    ordered.findIndex(({ id: of }) => of === parentId),
    index,
  ]);
  expect(places.filter(([parent = 0, index = 0]) => parent >= index)).toEqual([]);
});
