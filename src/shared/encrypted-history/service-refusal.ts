/** Thrown if the service refuses a request. The original caller receives `response`. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly response: Response;
  constructor(response: Response) {
    super(`The service responded with ${response.status}`);
    this.response = response;
  }
}
