/** What tells two builds of cede apart: another one may add in another order. */
export interface Build {
  /** Names the queue. */
  readonly name: string;
  /** For people: version and kernels. */
  readonly description: string;
}
