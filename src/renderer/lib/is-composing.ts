/**
 * Whether a key belongs to an input method that is composing a word. Safari tells of the Enter that ends a word only once the
 * word is over; it marks that press by the key code 229.
 */
export const isComposing = (press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  press.isComposing || press.keyCode === 229;
