import { describe, expect, it } from 'vitest';
import { StoreError } from '../data/store-error.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { recoverReplies } from './recover.ts';
import type { MirroredReply } from './reply-mirror.ts';

const hour = 3_600_000;
const reply: MirroredReply = {
  id: 'reply',
  userId: 'user',
  chatId: 'chat',
  messageId: 'message',
  text: 'Half a rep',
  modelId: 'some/model',
  end: 'interrupted',
  writtenAt: 0,
};

describe('a reply that a dead page left behind', () => {
  it('is stored under the id it had and forgotten here', async () => {
    const { services, rows, mirrored } = createTurnServices();
    mirrored.set(reply.id, reply);
    const recovered = await recoverReplies('user', services.mirror, services.insertMessages, hour);
    expect(recovered).toMatchObject([{ id: 'reply', content: 'Half a rep', end: 'interrupted' }]);
    expect(rows).toHaveLength(1);
    expect(mirrored.size).toBe(0);
  });

  it('is left alone while another page may still be writing it', async () => {
    const { services, rows, mirrored } = createTurnServices();
    mirrored.set(reply.id, reply);
    expect(await recoverReplies('user', services.mirror, services.insertMessages, 30_000)).toEqual([]);
    expect(rows).toEqual([]);
    expect(mirrored.size).toBe(1);
  });

  it('waits when the service is out of reach, and is given up when its chat is gone', async () => {
    const { services, mirrored } = createTurnServices();
    mirrored.set(reply.id, reply);
    const failing = (code: 'unavailable' | 'gone') => () => Promise.reject(new StoreError(code, code));
    await recoverReplies('user', services.mirror, failing('unavailable'), hour);
    expect(mirrored.size).toBe(1);
    await recoverReplies('user', services.mirror, failing('gone'), hour);
    expect(mirrored.size).toBe(0);
  });
});
