import { expect, it, vi } from 'vitest';
import type { PortableChat } from '../../../lib/portable-chat.ts';
import { platform } from '../../../platform/index.ts';
import { ExportFile } from './export-file.ts';
import { toCloverJson } from './formats/clover-json.ts';
import { toMarkdown } from './formats/markdown.ts';

const now = new Date(2026, 10, 22, 12);
const chat = (title: string): PortableChat => ({
  id: '00000000-0000-4000-8000-000000000001',
  title,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  pinnedAt: null,
  archivedAt: null,
  activeMessageId: null,
  modelId: null,
  vendorId: null,
  parameters: null,
  messages: [],
});

const chats = [chat('One'), chat('“Two”')];

it.each([
  ['json', 'chats-2026-11-22.json', toCloverJson(chats, now)],
  ['md', 'chats-2026-11-22.md', chats.map(toMarkdown).join('\n---\n\n')],
] as const)(
  'an export written chat by chat is the same %s file as one written in one piece',
  async (format, name, whole) => {
    const save = vi.spyOn(platform, 'saveTextFile').mockImplementation(async (name) => name);
    const file = new ExportFile(format, now);
    for (const one of chats) file.add(one);
    expect(file.count).toBe(2);
    await file.save();
    const [savedName, content = ''] = save.mock.calls[0] ?? [];
    expect(savedName).toBe(name);
    expect(await new Blob([content]).text()).toBe(whole);
  },
);
