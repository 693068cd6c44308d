/** Whether this account's memory is on, as this device last read it. */
export const memory = { isOn: false };
