/** A problem that only the service's operator can fix. The message is for the user. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
}
