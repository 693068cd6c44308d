import { expect, it, vi } from 'vitest';
import { createTurnServices } from '../testing/turn-services.ts';
import type { ChatModel } from './live-turn.ts';
import { TurnRunner } from './turn-runner.ts';

async function requestedVendorOf(model: ChatModel) {
  const { services, send, completions } = createTurnServices();
  const runner = new TurnRunner('user', services);
  const chatId = '11111111-1111-4111-8111-111111111111';
  const outcome = send(runner, { chatId, title: 'Hello', isNewChat: true, text: 'Hello', model });
  const { request, options, say, end } = await vi.waitFor(
    () => completions[0] ?? Promise.reject(new Error('not asked yet')),
  );
  say('Hi');
  end();
  await outcome;
  return { vendor: request.vendor, endpointOrigin: options.endpointOrigin };
}

const model = { id: 'gpt-4o-mini', name: 'GPT-4o mini' };

it("names the vendor and the origin that the user's own key was entered for", async () => {
  const vendor = { name: 'openai', endpointOrigin: 'https://api.example' };
  expect(await requestedVendorOf({ ...model, vendor })).toEqual({
    vendor: 'openai',
    endpointOrigin: 'https://api.example',
  });
});

it("names the user's own server without any origin, as no key is sent there", async () => {
  const vendor = { name: 'ollama', endpointOrigin: null };
  expect(await requestedVendorOf({ ...model, vendor })).toEqual({
    vendor: 'ollama',
    endpointOrigin: undefined,
  });
});

it("names no vendor if the active one answers with the service's key", async () => {
  expect(await requestedVendorOf(model)).toEqual({ vendor: undefined, endpointOrigin: undefined });
});
