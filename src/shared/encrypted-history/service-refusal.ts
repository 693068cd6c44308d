/** The service's refusal, which the caller of the original request gets instead of its response. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly response: Response;
  constructor(response: Response) {
    super(`The service responded with ${response.status}`);
    this.response = response;
  }
}
