/**
 * An image dataset in memory, ready to be corrupted and trained on. Networks learn on `train`,
 * scorers on `validation`, curves are drawn on `test`.
 */
export interface Dataset {
  readonly name: string;
  /** The name for people; says so where the files are not the official ones. */
  readonly title: string;
  /** Class names in the order of the labels. */
  readonly classes: readonly string[];
  /** Named sets of classes, e.g. CIFAR-100's 20 coarse groups. */
  readonly groups: Readonly<Record<string, readonly number[]>>;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly splits: Readonly<Record<SplitName, Split>>;
  /** Whether the files' checksums are those of the official files. */
  readonly verified: boolean;
}

export type SplitName = 'train' | 'validation' | 'test';

export interface Split {
  /** Image by image, row by row, pixel by pixel, channel by channel (NHWC). */
  readonly images: Uint8Array;
  readonly labels: Uint8Array;
}

export interface LoadOptions {
  /** The folder that holds the dataset's files, or the file itself. Embedded datasets need none. */
  readonly dir?: string;
  /** Seeds the split of datasets that come without one. */
  readonly seed?: number;
  /** Which images such a split sets aside: drawn ones, or the first of each class. */
  readonly split?: 'drawn' | 'first';
  /** Accept files whose checksum is not the official one; the dataset's title will say so. */
  readonly unverified?: boolean;
}

/** One dataset that can be loaded by name. */
export interface DatasetMember {
  readonly name: string;
  readonly title: string;
  /** What `fetch` downloads; null where the dataset is embedded. */
  readonly official: OfficialFile | null;
  load(options: LoadOptions): Promise<Dataset>;
}

export interface OfficialFile {
  readonly file: string;
  readonly address: string;
  readonly md5: string;
}

/** How many examples each class has. */
export function countClasses(labels: Uint8Array, classes: number): number[] {
  const counts = new Array<number>(classes).fill(0);
  for (const label of labels) counts[label]++;
  return counts;
}

/** The examples at the given positions, in that order. */
export function takeExamples(split: Split, indices: ArrayLike<number>): Split {
  const size = split.labels.length === 0 ? 0 : split.images.length / split.labels.length;
  const images = new Uint8Array(indices.length * size);
  const labels = new Uint8Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    const from = indices[i];
    images.set(split.images.subarray(from * size, (from + 1) * size), i * size);
    labels[i] = split.labels[from];
  }
  return { images, labels };
}
