const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Accepts any version, in upper and lower case. */
export const isUuid = (text: string): boolean => uuid.test(text);
