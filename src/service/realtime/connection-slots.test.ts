import { expect, it } from 'vitest';
import { limits } from './limits.ts';
import { createConnectionSlots } from './connection-slots.ts';

function open() {
  const evicted: string[] = [];
  return { evicted, places: createConnectionSlots<string>((socket) => evicted.push(socket)) };
}

it("evicts the busiest IP address's oldest socket without an account, not one from an address with a single socket", () => {
  const { places, evicted } = open();
  places.enter('alone', '203.0.113.1');
  for (let count = 1; count < limits.withoutAccount; count += 1)
    places.enter(`${count}`, `10.0.${count % 3}.1`);
  expect(evicted).toEqual([]);
  places.enter('new', '203.0.113.2');
  places.enter('newer', '203.0.113.3');
  expect(evicted).toHaveLength(2);
  expect(evicted).not.toContain('alone');
  expect(places.claim('alone', { account: 'ada', isGuest: false })).toBe(true);
  expect(places.claim(evicted[0]!, { account: 'ben', isGuest: false })).toBe(false);
});

it('limits the sockets of one account, and no longer counts closed ones', () => {
  const { places } = open();
  const ada = { account: 'ada', isGuest: false };
  for (let count = 0; count < limits.socketsPerAccount; count += 1) {
    places.enter(`${count}`, `10.0.0.${count}`);
    expect(places.claim(`${count}`, ada)).toBe(true);
  }
  places.enter('one more', '10.0.1.1');
  expect(places.claim('one more', ada)).toBe(false);
  expect(places.claim('one more', { account: 'ben', isGuest: false })).toBe(true);
  places.leave('0');
  places.release('1');
  for (const socket of ['again', 'and again']) {
    places.enter(socket, '10.0.1.2');
    expect(places.claim(socket, ada)).toBe(true);
  }
});

it('prevents guests from using the slots of accounts, by IP address and in total', () => {
  const { places } = open();
  let sockets = 0;
  const guest = (address: string) => {
    const socket = `guest ${(sockets += 1)}`;
    places.enter(socket, address);
    return places.claim(socket, { account: socket, isGuest: true });
  };
  for (let count = 0; count < limits.guestsPerAddress; count += 1) expect(guest('10.0.0.1')).toBe(true);
  expect(guest('10.0.0.1')).toBe(false);
  for (let count = limits.guestsPerAddress; count < limits.guests; count += 1)
    expect(guest(`10.1.${count % 200}.1`)).toBe(true);
  expect(guest('10.2.0.1')).toBe(false);
  places.enter('member', '10.0.0.1');
  expect(places.claim('member', { account: 'ada', isGuest: false })).toBe(true);
});
