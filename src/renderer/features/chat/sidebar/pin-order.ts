/** A pinned chat: the later its time, the higher it is in the list. */
export interface Pin {
  readonly chatId: string;
  readonly pinnedAt: string;
}

/** The distance (ms) between pins that get new times. */
const gap = 1_000;

/**
 * The new times that move a pinned chat to a place among the others. The order of these times is the order of the pins,
 * so it syncs with the account. Most moves change only one.
 *
 * @param pins in the order of the list
 * @param place among the other pins, 0 for the first
 */
export function movePin(pins: readonly Pin[], chatId: string, place: number, now: number): Pin[] {
  const others = pins.filter((pin) => pin.chatId !== chatId);
  const [above, below] = [others[place - 1], others[place]].map((pin) => pin && Date.parse(pin.pinnedAt));
  const at = (time: number): string => new Date(time).toISOString();
  if (above === undefined)
    return below === undefined ? [] : [{ chatId, pinnedAt: at(Math.max(now, below + 1)) }];
  if (below === undefined) return [{ chatId, pinnedAt: at(above - gap) }];
  const middle = Math.floor((above + below) / 2);
  if (middle > below && middle < above) return [{ chatId, pinnedAt: at(middle) }];
  // No time fits between the two: the following pins make room.
  const moves = [{ chatId, pinnedAt: at(above - gap) }];
  let last = above - gap;
  for (const pin of others.slice(place)) {
    if (Date.parse(pin.pinnedAt) < last) break;
    last -= gap;
    moves.push({ chatId: pin.chatId, pinnedAt: at(last) });
  }
  return moves;
}
