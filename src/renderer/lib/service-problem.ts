/** A problem with the service that only its operator can fix. The message explains it. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
}
