import { waitFor } from '@testing-library/react';
import { vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import type { FakeChats } from './fake-chats.ts';
import { createFakeGateway } from './fake-gateway.ts';

const lastRequests = ({ requests }: FakeChats): string =>
  requests
    .slice(-8)
    .map(({ method, path }) => `${method} ${path}`)
    .join(', ');

/** Replaces the platform's gateway with a fake one that stores its replies in the fake service. */
export function mockGateway(service: FakeChats) {
  const gateway = createFakeGateway({
    store: service.storeReply,
    textOf: (replyId) => service.messages.find(({ id }) => id === replyId)?.content ?? '',
  });
  service.answerRunning(() =>
    [...gateway.running].map(([id, question_id]) => {
      const question = service.messages.find((message) => message.id === question_id);
      return { id, question_id, chat_id: question?.chat_id ?? '' };
    }),
  );
  const { completeChat, resumeReply, stopReply } = gateway.platform;
  vi.spyOn(platform, 'completeChat').mockImplementation(completeChat);
  vi.spyOn(platform, 'resumeReply').mockImplementation(resumeReply);
  vi.spyOn(platform, 'stopReply').mockImplementation(stopReply);
  /** Resolves with the reply to request number `index`, once that request arrives. `end` writes a text and ends the reply. */
  const completion = (index = 0) =>
    waitFor(() => {
      const reply = gateway.completions[index];
      if (!reply) throw new Error(`no request yet, after ${lastRequests(service)}`);
      return {
        ...reply,
        end: (text: string) => {
          reply.say(text);
          reply.end();
        },
      };
    });
  return { ...gateway, completion };
}
