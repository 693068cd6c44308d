/** bcrypt's cost as a power of two. Same as on the hosted service, so accounts can move there with their passwords. */
export const passwordCost = 10;
