import type { BandMeaning } from './report-data.js';

/** What a deviation is over. */
export const deviationOver = ({ pairs }: BandMeaning): string =>
  pairs === undefined ? 'seeds' : 'seeds and pairs of networks';

/** What an interval is over. */
export const intervalOver = ({ pairs }: BandMeaning): string =>
  pairs === undefined ? 'test rows and seeds' : 'test rows, seeds and pairs of networks';
