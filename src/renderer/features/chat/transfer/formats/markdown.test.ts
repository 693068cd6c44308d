import { expect, it } from 'vitest';
import { toMarkdown } from './markdown.ts';

it("Markdown lists a message's files", () => {
  const nothing = { modelId: null, vendorId: null, unavailableVendor: null };
  const at = '2026-11-01T00:00:00.000Z';
  const chat = toMarkdown({
    ...nothing,
    id: 'c',
    title: 'Shed',
    createdAt: at,
    updatedAt: at,
    pinnedAt: null,
    archivedAt: null,
    activeMessageId: null,
    parameters: null,
    messages: [
      {
        ...nothing,
        id: 'm',
        parentId: null,
        role: 'user',
        content: 'Where is the key?',
        status: 'complete',
        contentFormat: 'plain',
        createdAt: at,
        attachments: [
          { name: 'a`b.txt', mediaType: 'text/plain', size: 5 },
          { name: 'shed.png', mediaType: 'image/png', size: 5 },
        ],
      },
    ],
  });
  expect(chat).toBe(`# Shed\n\n## You\n\n_${at}_\n\nFiles: \`a'b.txt\`, \`shed.png\`\n\nWhere is the key?\n`);
});
