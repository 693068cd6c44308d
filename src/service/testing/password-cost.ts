/** bcrypt's minimum, because the suites create thousands of passwords. */
export const passwordCost = 4;
