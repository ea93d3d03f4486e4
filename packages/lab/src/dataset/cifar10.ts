import { type CifarLayout, loadCifar } from './cifar.js';
import type { DatasetMember } from './dataset.js';

const batch = (file: string, md5: string) => ({ file, rows: 10_000, md5 });

export const CIFAR10_LAYOUT: CifarLayout = {
  name: 'cifar10',
  title: 'CIFAR-10',
  official: {
    file: 'cifar-10-binary.tar.gz',
    address: 'https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz',
    md5: 'c32a1d4ab5d03f1284b67883e8d87530',
  },
  folder: 'cifar-10-batches-bin',
  train: [
    batch('data_batch_1.bin', '5dd7e06a14cb22eb9f671a540d1b7c25'),
    batch('data_batch_2.bin', '5ea93a67294ea407fff1d09f752e9692'),
    batch('data_batch_3.bin', '942cd6a4bcdd0dd3c604fbe906cb4421'),
    batch('data_batch_4.bin', 'ae636b3ba5c66a11e91e8cb52e771fcb'),
    batch('data_batch_5.bin', '53f37980c15c3d472c316c40844f3f0d'),
  ],
  test: [batch('test_batch.bin', '803d5f7f4d78ea53de84dbe85f74fb6d')],
  classes: [
    'airplane',
    'automobile',
    'bird',
    'cat',
    'deer',
    'dog',
    'frog',
    'horse',
    'ship',
    'truck',
  ],
  groups: { animals: [2, 3, 4, 5, 6, 7], vehicles: [0, 1, 8, 9] },
  labelBytes: 1,
  labelAt: 0,
  validationPerClass: 500,
};

export const cifar10: DatasetMember = {
  name: CIFAR10_LAYOUT.name,
  title: CIFAR10_LAYOUT.title,
  official: CIFAR10_LAYOUT.official,
  load: (options) => loadCifar(CIFAR10_LAYOUT, options),
};
