import { insist } from '@cede/core';
import { type CifarLayout, loadCifar } from './cifar.js';
import { COARSE_CLASSES, COARSE_OF_FINE, FINE_CLASSES, FINE_GROUPS } from './cifar100-classes.js';
import type { DatasetMember } from './dataset.js';

export const CIFAR100_LAYOUT: CifarLayout = {
  name: 'cifar100',
  title: 'CIFAR-100',
  official: {
    file: 'cifar-100-binary.tar.gz',
    address: 'https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz',
    md5: '03b5dce01913d631647c71ecec9e9cb8',
  },
  folder: 'cifar-100-binary',
  train: [{ file: 'train.bin', rows: 50_000, md5: '6172c7755cfe09b2fe270c85cebc1b15' }],
  test: [{ file: 'test.bin', rows: 10_000, md5: '4499cfba6c016c1be1438163640a0898' }],
  classes: FINE_CLASSES,
  groups: FINE_GROUPS,
  labelBytes: 2,
  labelAt: 1,
  validationPerClass: 50,
  // The coarse label follows from the fine one, so a record that disagrees is damaged.
  checkLabels: ([coarse, fine], where) =>
    insist(
      COARSE_OF_FINE[fine] === coarse,
      () =>
        `${where}: coarse label ${coarse} does not go with fine label ${fine} ` +
        `(${FINE_CLASSES[fine] ?? 'unknown'}, of group ${COARSE_OF_FINE[fine] ?? 'unknown'}).`,
    ),
};

/** The same images with their 20 coarse labels. */
export const CIFAR100_COARSE_LAYOUT: CifarLayout = {
  ...CIFAR100_LAYOUT,
  name: 'cifar100-coarse',
  title: 'CIFAR-100 (20 coarse classes)',
  classes: COARSE_CLASSES,
  groups: {},
  labelAt: 0,
  validationPerClass: 250,
};

const member = (layout: CifarLayout): DatasetMember => ({
  name: layout.name,
  title: layout.title,
  official: layout.official,
  load: (options) => loadCifar(layout, options),
});

export const cifar100 = member(CIFAR100_LAYOUT);
export const cifar100Coarse = member(CIFAR100_COARSE_LAYOUT);
