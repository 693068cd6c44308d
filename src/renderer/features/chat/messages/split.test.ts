import { expect, it } from 'vitest';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { type MessageSplit, splitMessages, tailLength, tailLengthMax } from './split.ts';

const message = (n: number, versions?: readonly string[]): ShownMessage => ({
  id: `m${n}`,
  role: 'user',
  content: '',
  createdAt: '',
  status: 'delivered',
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  thinking: null,
  failure: null,
  ...(versions && { versions }),
});
const all = Array.from({ length: 1_000 }, (_, n) => message(n));
const nothing: MessageSplit = { head: [], tail: [] };
const still = { hasOlder: false, mayMove: false };
const atEnd = { hasOlder: false, mayMove: true };
const sizes = ({ head, tail }: MessageSplit) => [head.length, tail.length];

it('renders a short conversation completely, and only the end of a long one', () => {
  expect(sizes(splitMessages(all.slice(0, tailLengthMax), nothing, atEnd))).toEqual([0, tailLengthMax]);
  expect(sizes(splitMessages(all.slice(0, tailLengthMax + 1), nothing, atEnd))).toEqual([
    tailLengthMax + 1 - tailLength,
    tailLength,
  ]);
});

it('has a head if older messages may be added above', () => {
  expect(sizes(splitMessages(all.slice(0, 5), nothing, { ...still, hasOlder: true }))).toEqual([1, 4]);
  const whole = splitMessages(all.slice(100, 107), nothing, still);
  expect(sizes(splitMessages(all.slice(100, 107), whole, { ...still, hasOlder: true }))).toEqual([1, 6]);
});

it('stays split at the same message when older or new messages are added', () => {
  const first = splitMessages(all.slice(500, 560), nothing, atEnd);
  const older = splitMessages(all.slice(200, 560), first, atEnd);
  expect(older.tail).toEqual(first.tail);
  expect(older.head).toHaveLength(360 - tailLength);
  const newer = splitMessages(all.slice(200, 563), older, atEnd);
  expect(newer.head).toBe(older.head);
  expect(newer.tail).toHaveLength(tailLength + 3);
});

it('moves the start of a long tail to the head, but only while the end is visible', () => {
  const first = splitMessages(all.slice(0, tailLengthMax), nothing, atEnd);
  expect(sizes(splitMessages(all.slice(0, 90), first, still))).toEqual([0, 90]);
  expect(sizes(splitMessages(all.slice(0, 90), first, atEnd))).toEqual([90 - tailLength, tailLength]);
});

it('keeps the same head while a reply grows, but not if one of its messages changes', () => {
  const first = splitMessages(all.slice(0, 100), nothing, atEnd);
  expect(splitMessages([...all.slice(0, 99), message(99)], first, atEnd).head).toBe(first.head);
  expect(splitMessages([message(0), ...all.slice(1, 100)], first, atEnd).head).not.toBe(first.head);
});

it("keeps its position by the message's key, and is computed again if the message is deleted", () => {
  const start = all.length - tailLength;
  const versions = [`m${start}`, 'other'];
  const before = splitMessages(
    [...all.slice(0, start), message(start, versions), ...all.slice(start + 1)],
    nothing,
    atEnd,
  );
  expect(sizes(before)).toEqual([start, tailLength]);
  const other = { ...message(start, versions), id: 'other' };
  expect(sizes(splitMessages([...all.slice(0, start), other], before, still))).toEqual([start, 1]);
  expect(sizes(splitMessages(all.slice(0, 900), before, still))).toEqual([900 - tailLength, tailLength]);
});
