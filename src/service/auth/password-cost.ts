/** bcrypt's rounds as a power of two. As hosted hashes, so that accounts can be moved there with their passwords. */
export const passwordCost = 10;
