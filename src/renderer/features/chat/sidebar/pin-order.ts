/** A later time means a higher position in the list. */
export interface Pin {
  readonly chatId: string;
  readonly pinnedAt: string;
}

/** Milliseconds between pins that get new times. */
const gap = 1_000;

/**
 * Returns the new times that move a pinned chat. Pins are ordered by their times, so the order syncs with the
 * account. Most moves change only one time.
 *
 * @param pins in list order
 * @param place position among the other pins, 0 for the first
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
  // If no time fits between the two pins, the following pins get earlier times.
  const moves = [{ chatId, pinnedAt: at(above - gap) }];
  let last = above - gap;
  for (const pin of others.slice(place)) {
    if (Date.parse(pin.pinnedAt) < last) break;
    last -= gap;
    moves.push({ chatId: pin.chatId, pinnedAt: at(last) });
  }
  return moves;
}
