/** As this device last read it. */
export const memory = { isOn: false };
