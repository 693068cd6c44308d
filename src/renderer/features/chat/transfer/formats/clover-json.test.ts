import { expect, it } from 'vitest';
import type { PortableChat } from '../../../../lib/portable-chat.ts';
import { cloverChats, readCloverChat, toCloverJson } from './clover-json.ts';

const chat: PortableChat = {
  id: '11111111-1111-4111-8111-111111111111',
  title: 'Clovers',
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  pinnedAt: null,
  archivedAt: null,
  activeMessageId: null,
  modelId: 'some/model',
  vendorId: 'openai',
  parameters: { topP: 0.5 },
  messages: [],
};

it('skips only chats that are invalid', () => {
  const text = toCloverJson([chat, { ...chat, id: 'nonsense' }, { ...chat, createdAt: 'once' }], new Date());
  expect(cloverChats(JSON.parse(text))?.map(readCloverChat)).toEqual([chat, null, null]);
});

it('reads older files, whose chats have no model and no parameters', () => {
  const { modelId: _model, vendorId: _vendor, parameters: _parameters, archivedAt: _, ...earlier } = chat;
  const none = { modelId: null, vendorId: null, parameters: null };
  expect(readCloverChat(earlier)).toEqual({ ...chat, ...none });
});

it('keeps a chat with a damaged model or damaged parameters', () => {
  const damaged = { modelId: 'm'.repeat(201), vendorId: 7, parameters: { topP: 'half' } };
  expect(readCloverChat({ ...chat, ...damaged })).toEqual({
    ...chat,
    modelId: null,
    vendorId: null,
    parameters: null,
  });
});

it('replaces a message that only has files with their names, because files are not imported', () => {
  const message = {
    id: '22222222-2222-4222-8222-222222222222',
    parentId: null,
    role: 'user',
    content: '',
    status: 'complete',
    modelId: null,
    vendorId: null,
    unavailableVendor: null,
    contentFormat: 'plain',
    createdAt: '2026-11-20T10:00:00Z',
    attachments: [{ name: 'plan.pdf', mediaType: 'application/pdf', size: 9 }],
  };
  expect(readCloverChat({ ...chat, messages: [message] })?.messages[0]?.content).toBe('Files: `plan.pdf`');
});
