import { expect, it } from 'vitest';
import { demoReply } from './demo-reply.ts';

it('repeats the message, and ends with the page where an administrator connects a provider', () => {
  const reply = demoReply('One\ntwo', 1);
  expect(reply).toContain('> One\n> two\n\n*With 1 image.*');
  expect(reply).toMatch(/an administrator connects a provider in the Admin Panel, under API providers\.$/);
  expect(reply).not.toMatch(/vendor/i);
});
