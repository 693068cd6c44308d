/** The account's setting when this device last read it. */
export const memory = { isOn: false };
