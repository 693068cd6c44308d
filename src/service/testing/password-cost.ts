/** bcrypt's minimum cost. The suites create thousands of passwords. */
export const passwordCost = 4;
