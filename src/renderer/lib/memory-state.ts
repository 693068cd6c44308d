/** The account's setting, as this device last read it. */
export const memory = { isOn: false };
