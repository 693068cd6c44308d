/** Only the service's operator can fix such a problem. The message explains it. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
}
