/** The minimum cost of bcrypt, because the suites create thousands of passwords. */
export const passwordCost = 4;
