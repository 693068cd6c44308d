/** bcrypt's least: the suites of the service make some thousands of passwords, and none of them is worth guessing. */
export const passwordCost = 4;
