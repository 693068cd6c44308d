/** A pinned chat. Pins with a later time are higher in the list. */
export interface Pin {
  readonly chatId: string;
  readonly pinnedAt: string;
}

/** Time (ms) between pins that get new times. */
const timeGap = 1_000;

/**
 * Moves a pinned chat and returns the pins with new times. The order is stored as these times, so that it
 * syncs with the account. Most moves change only one time.
 *
 * @param pins in the order of the list
 * @param place the new position among the other pins, starting at 0
 */
export function movePin(pins: readonly Pin[], chatId: string, place: number, now: number): Pin[] {
  const otherPins = pins.filter((pin) => pin.chatId !== chatId);
  const [above, below] = [otherPins[place - 1], otherPins[place]].map(
    (pin) => pin && Date.parse(pin.pinnedAt),
  );
  const toIsoTime = (time: number): string => new Date(time).toISOString();
  if (above === undefined)
    return below === undefined ? [] : [{ chatId, pinnedAt: toIsoTime(Math.max(now, below + 1)) }];
  if (below === undefined) return [{ chatId, pinnedAt: toIsoTime(above - timeGap) }];
  const middle = Math.floor((above + below) / 2);
  if (middle > below && middle < above) return [{ chatId, pinnedAt: toIsoTime(middle) }];
  // There is no time left between the two pins, so the pins below get earlier times.
  const moves = [{ chatId, pinnedAt: toIsoTime(above - timeGap) }];
  let last = above - timeGap;
  for (const pin of otherPins.slice(place)) {
    if (Date.parse(pin.pinnedAt) < last) break;
    last -= timeGap;
    moves.push({ chatId: pin.chatId, pinnedAt: toIsoTime(last) });
  }
  return moves;
}
