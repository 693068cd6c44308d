import { limitKey } from '../http/address.ts';
import { limits } from './limits.ts';

/** The account of a socket. It is known once a channel is joined with a session. */
export interface SocketOwner {
  readonly account: string;
  readonly isGuest: boolean;
}

interface Slot {
  readonly address: string;
  owner: SocketOwner | null;
}

function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, change: 1 | -1) {
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
    highest: () => [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0])[0],
  };
}

/**
 * Limits open sockets, so that guests and callers without a session can't use up the slots of accounts.
 *
 * @param evict a function that closes a socket to make room for a newer one
 */
export function createConnectionSlots<Socket>(evict: (socket: Socket) => void) {
  const slots = new Map<Socket, Slot>();
  /** Sockets without an account, oldest first. */
  const ownerless = new Map<Socket, string>();
  const ownerlessOf = createCounts();
  const socketsOf = createCounts();
  const guestsOf = createCounts();
  let guests = 0;
  let accountSockets = 0;

  function addWithoutAccount(socket: Socket, address: string): void {
    const crowded =
      ownerlessOf.of(address) >= limits.withoutAccountPerAddress
        ? address
        : ownerless.size >= limits.withoutAccount
          ? ownerlessOf.highest()
          : null;
    const oldest = crowded === null ? undefined : [...ownerless].find(([, of]) => of === crowded)?.[0];
    if (oldest !== undefined) {
      removeWithoutAccount(oldest);
      slots.delete(oldest);
      evict(oldest);
    }
    ownerless.set(socket, address);
    ownerlessOf.add(address, 1);
  }

  function removeWithoutAccount(socket: Socket): void {
    const address = ownerless.get(socket);
    if (address === undefined) return;
    ownerless.delete(socket);
    ownerlessOf.add(address, -1);
  }

  function count({ address }: Slot, owner: SocketOwner, change: 1 | -1): void {
    socketsOf.add(owner.account, change);
    if (!owner.isGuest) accountSockets += change;
    else {
      guests += change;
      guestsOf.add(address, change);
    }
  }

  const isFull = (slot: Slot, { account, isGuest }: SocketOwner): boolean =>
    isGuest
      ? socketsOf.of(account) >= limits.socketsPerGuest ||
        guestsOf.of(slot.address) >= limits.guestsPerAddress ||
        guests >= limits.guests
      : socketsOf.of(account) >= limits.socketsPerAccount || accountSockets >= limits.accountSockets;

  function release(socket: Socket): void {
    const slot = slots.get(socket);
    if (!slot?.owner) return;
    count(slot, slot.owner, -1);
    slot.owner = null;
    addWithoutAccount(socket, slot.address);
  }

  return {
    /** Adds a socket without an account. If there are too many of those, evicts an older one. */
    enter(socket: Socket, address: string | null): void {
      const slot: Slot = { address: limitKey(address ?? ''), owner: null };
      slots.set(socket, slot);
      addWithoutAccount(socket, slot.address);
    },
    /**
     * Assigns the socket to an account. Returns false if this account or all accounts together have too many sockets.
     * Guests have separate limits, also per IP address.
     */
    claim(socket: Socket, owner: SocketOwner): boolean {
      const slot = slots.get(socket);
      if (!slot) return false;
      if (slot.owner?.account === owner.account) return true;
      release(socket);
      if (isFull(slot, owner)) return false;
      removeWithoutAccount(socket);
      slot.owner = owner;
      count(slot, owner, 1);
      return true;
    },
    /** Call when the socket no longer has an account. */
    release,
    leave(socket: Socket): void {
      const slot = slots.get(socket);
      if (!slot) return;
      slots.delete(socket);
      removeWithoutAccount(socket);
      if (slot.owner) count(slot, slot.owner, -1);
    },
  };
}
