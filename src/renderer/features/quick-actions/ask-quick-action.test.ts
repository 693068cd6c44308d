import { describe, expect, it } from 'vitest';
import type { QuickActionName } from '../../../shared/quick-actions/contract.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { type Answer, startFakeService } from '../../testing/fake-service.ts';
import { storeSession } from '../../testing/render-app.tsx';
import { askQuickAction } from './ask-quick-action.ts';

const messageId = '22222222-2222-4222-8222-222222222222';
const reply = { replyId: '44444444-4444-4444-8444-444444444444', questionId: messageId };
const imageId = '33333333-3333-4333-8333-333333333333';

function start(name: QuickActionName, answer: Answer | (() => Promise<Answer>)) {
  const service = startFakeService();
  storeSession();
  service.answer(`POST /functions/v1/${name}`, answer);
  const ask = (signal = new AbortController().signal) =>
    askQuickAction(name, 'words', { messageId, reply, signal });
  return { service, ask };
}

const lengths = { originalLength: 5, summaryLength: 3 };
const cases = [
  [
    'image-generation',
    'QUICK-006',
    { prompt: 'words', size: '1024x1024', quality: 'high' },
    { success: true, imageUrl: `http://localhost:3000/functions/v1/images/${imageId}` },
    `![words](/functions/v1/images/${imageId})`,
  ],
  [
    'text-summarization',
    'QUICK-007',
    { text: 'words', length: 'medium', format: 'paragraph' },
    { success: true, summary: 'In short', ...lengths },
    'In short',
  ],
  [
    'data-analysis',
    'QUICK-008',
    { data: 'words', analysisType: 'comprehensive', chartType: 'auto' },
    { success: true, analysis: 'A trend' },
    'A trend',
  ],
  [
    'code-assistance',
    'QUICK-009',
    { code: 'words', language: 'javascript', task: 'review', complexity: 'intermediate' },
    { success: true, assistance: 'Looks fine' },
    'Looks fine',
  ],
  [
    'advice-generation',
    'QUICK-010',
    { question: 'words', category: 'general', tone: 'balanced', depth: 'comprehensive' },
    { success: true, advice: 'Sleep on it' },
    'Sleep on it',
  ],
] as const;

describe('a quick action', () => {
  it.each(cases)(
    'sends the documented request to %s with the ids of the message and the reply, and returns the result as text [QUICK-005, %s]',
    async (name, _row, payload, result, text) => {
      const { service, ask } = start(name, { body: result });
      expect(await ask()).toEqual({ text });
      const [call] = service.to(`/functions/v1/${name}`);
      expect([call?.method, call?.body]).toEqual(['POST', payload]);
      const names = ['x-clover-message-id', 'x-clover-reply-id', 'x-clover-question-id'];
      expect(names.map((header) => call?.headers.get(header))).toEqual([messageId, reply.replyId, messageId]);
    },
  );

  it('reports which vendor replied and which one was unavailable', async () => {
    const headers = { 'x-clover-vendor': 'openrouter', 'x-clover-unavailable-vendor': 'D%C3%A9p%C3%B4t' };
    const { ask } = start('advice-generation', { body: { success: true, advice: 'Yes' }, headers });
    expect(await ask()).toEqual({ text: 'Yes', vendor: 'openrouter', unavailableVendor: 'Dépôt' });
  });

  it.each([200, 422])("that fails with status %d has the server's message [QUICK-011]", async (status) => {
    const body = { success: false, error: 'Acme makes no images.', code: 'model' };
    const { ask } = start('image-generation', { status, body });
    await expect(ask()).rejects.toMatchObject({
      name: 'CompletionError',
      code: 'model',
      message: 'Acme makes no images.',
    });
  });

  it.each<[string, QuickActionName, Answer]>([
    ['an error page of a proxy', 'data-analysis', { status: 502, body: '<html>Bad gateway</html>' }],
    ['no text', 'data-analysis', { body: { success: true, analysis: '  ' } }],
    ['another format', 'text-summarization', { body: { summary: 7 } }],
    [
      'an image of another host',
      'image-generation',
      { body: { success: true, imageUrl: 'https://evil.example/a.png' } },
    ],
  ])('fails without a message if it gets %s', async (_what, name, answer) => {
    await expect(start(name, answer).ask()).rejects.toMatchObject({ name: 'CompletionError', message: '' });
  });

  it('fails without a message if there is no network', async () => {
    const { service, ask } = start('advice-generation', { body: {} });
    await getSupabase();
    service.setOffline(true);
    await expect(ask()).rejects.toMatchObject({ code: 'network', message: '' });
  });
});
