/** How long something takes in the largest unit that says it well: seconds, minutes, tenths of hours. */
const unitOf = (seconds: number): number => (seconds < 90 ? 1 : seconds < 5400 ? 60 : 360);

/** "12 s", "3 min", "2.8 h". */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** A reading may be this much above the least one before it. */
const MOST_UP = 1.2;

/**
 * The time left as a person should read it. Estimates jump: a step that was taken for short turns out
 * long. What is shown never goes up by more than a fifth of the least that was shown; where the
 * estimate lies above that, it says "at least".
 */
export function steadyTimeLeft(): (seconds: number) => string {
  let least = Infinity;
  return (seconds) => {
    const unit = unitOf(seconds);
    const shown = unit === 1 ? Math.ceil(seconds) : unit * Math.round(seconds / unit);
    if (shown > MOST_UP * least) {
      const most = MOST_UP * least;
      const held = Math.max(least, unitOf(most) * Math.floor(most / unitOf(most)));
      return `at least ${duration(held)} left`;
    }
    least = Math.min(least, shown);
    return `${duration(shown)} left`;
  };
}
