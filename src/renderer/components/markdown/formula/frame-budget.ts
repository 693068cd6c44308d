/** The milliseconds of work per frame. */
const BUDGET = 8;

interface Clock {
  readonly now: () => number;
  readonly nextFrame: (run: () => void) => void;
}

const pageClock: Clock = {
  now: () => performance.now(),
  nextFrame: (run) => void requestAnimationFrame(run),
};

export class FrameBudget {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #spent = 0;
  #isFrameAsked = false;

  constructor(clock: Clock = pageClock) {
    this.#clock = clock;
  }

  /** Runs the job now if the frame has time left and no other job is waiting. */
  tryNow(job: () => void): boolean {
    if (this.#spent >= BUDGET || this.#waiting.size > 0) return false;
    this.#run(job);
    this.#askForFrame();
    return true;
  }

  /** Runs the job in a later frame. Returns a function that cancels it. */
  schedule(job: () => void): () => void {
    this.#waiting.add(job);
    this.#askForFrame();
    return () => this.#waiting.delete(job);
  }

  #run(job: () => void): void {
    const started = this.#clock.now();
    job();
    this.#spent += this.#clock.now() - started;
  }

  #askForFrame(): void {
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#clock.nextFrame(() => {
      this.#isFrameAsked = false;
      this.#spent = 0;
      for (const job of this.#waiting) {
        if (this.#spent >= BUDGET) break;
        this.#waiting.delete(job);
        this.#run(job);
      }
      if (this.#waiting.size > 0) this.#askForFrame();
    });
  }
}
