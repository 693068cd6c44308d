/**
 * The cost of bcrypt as a power of two. The hosted service uses the same, so accounts can move there with their
 * passwords.
 */
export const passwordCost = 10;
