/** Something between this app and its service that only its operator can mend. The message says what. */
export class ServiceTrouble extends Error {
  override readonly name = 'ServiceTrouble';
}
