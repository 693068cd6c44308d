/** A problem with the service that only its operator can fix. The message explains it. */
export class ServiceTrouble extends Error {
  override readonly name = 'ServiceTrouble';
}
