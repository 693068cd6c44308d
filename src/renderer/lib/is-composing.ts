/**
 * True while an input method composes a word. Safari sends the Enter that ends a word after the composition,
 * with key code 229.
 */
export const isComposing = (press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  press.isComposing || press.keyCode === 229;
