/** bcrypt's cost as a power of two: the same as the hosted service's, so that accounts can move there with their passwords. */
export const passwordCost = 10;
