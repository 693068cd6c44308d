import { limitKey } from '../http/address.ts';
import { limits } from './limits.ts';

/** Whose a socket is: nobody's until one of its channels is joined with a session. */
export interface Owner {
  readonly account: string;
  readonly isGuest: boolean;
}

/** Who may keep a socket open, so that strangers and guests cannot take the places of people with an account. */
export interface Places<Socket> {
  /** A new socket, which is nobody's. Where there are too many of those, an older one is evicted for it. */
  enter(socket: Socket, address: string | null): void;
  /** Makes the socket somebody's; false when they, their address or all guests together have too many. */
  claim(socket: Socket, owner: Owner): boolean;
  /** The socket is nobody's again. */
  release(socket: Socket): void;
  leave(socket: Socket): void;
}

interface Place {
  readonly address: string;
  owner: Owner | null;
}

/** Counts by key, without the keys whose count is zero. */
function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, change: 1 | -1) {
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
    /** The key with the highest count. */
    highest: () => [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0])[0],
  };
}

export function createPlaces<Socket>(evict: (socket: Socket) => void): Places<Socket> {
  const places = new Map<Socket, Place>();
  /** Nobody's sockets, the oldest first. */
  const strangers = new Map<Socket, string>();
  const strangersOf = createCounts();
  const socketsOf = createCounts();
  const guestsOf = createCounts();
  let guests = 0;
  let members = 0;

  function addStranger(socket: Socket, address: string): void {
    const crowded =
      strangersOf.of(address) >= limits.strangersPerAddress
        ? address
        : strangers.size >= limits.strangers
          ? strangersOf.highest()
          : null;
    const oldest = crowded === null ? undefined : [...strangers].find(([, of]) => of === crowded)?.[0];
    if (oldest !== undefined) {
      removeStranger(oldest);
      places.delete(oldest);
      evict(oldest);
    }
    strangers.set(socket, address);
    strangersOf.add(address, 1);
  }

  function removeStranger(socket: Socket): void {
    const address = strangers.get(socket);
    if (address === undefined) return;
    strangers.delete(socket);
    strangersOf.add(address, -1);
  }

  function count({ address }: Place, owner: Owner, change: 1 | -1): void {
    socketsOf.add(owner.account, change);
    if (!owner.isGuest) members += change;
    else {
      guests += change;
      guestsOf.add(address, change);
    }
  }

  const isFull = (place: Place, { account, isGuest }: Owner): boolean =>
    isGuest
      ? socketsOf.of(account) >= limits.socketsPerGuest ||
        guestsOf.of(place.address) >= limits.guestsPerAddress ||
        guests >= limits.guests
      : socketsOf.of(account) >= limits.socketsPerAccount || members >= limits.members;

  function release(socket: Socket): void {
    const place = places.get(socket);
    if (!place?.owner) return;
    count(place, place.owner, -1);
    place.owner = null;
    addStranger(socket, place.address);
  }

  return {
    enter(socket, address) {
      const place: Place = { address: limitKey(address ?? ''), owner: null };
      places.set(socket, place);
      addStranger(socket, place.address);
    },
    claim(socket, owner) {
      const place = places.get(socket);
      if (!place) return false;
      if (place.owner?.account === owner.account) return true;
      release(socket);
      if (isFull(place, owner)) return false;
      removeStranger(socket);
      place.owner = owner;
      count(place, owner, 1);
      return true;
    },
    release,
    leave(socket) {
      const place = places.get(socket);
      if (!place) return;
      places.delete(socket);
      removeStranger(socket);
      if (place.owner) count(place, place.owner, -1);
    },
  };
}
