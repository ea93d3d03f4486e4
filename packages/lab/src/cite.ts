import type { Preset } from './preset/preset.js';

/** What a text that uses a run has to cite, as BibTeX: the method's paper, the images, and this tool. */
export function citations(version: string, preset?: Preset): string {
  const images = preset ? (DATASETS[preset.dataset] ?? OTHERS) : [];
  return [METHOD, ...images, software(version)].join('\n\n');
}

const entry = (kind: string, key: string, fields: Readonly<Record<string, string>>) =>
  `@${kind}{${key},\n${Object.entries(fields)
    .map(([name, value]) => `  ${name} = {${value}},\n`)
    .join('')}}`;

const METHOD = entry('misc', 'soen-density-ratio-losses', {
  title: '{Density-Ratio} Losses for {Post-Hoc} Learning to Defer',
  author: "Soen, Alexander and Thobaben, Ragnar and Jald{\\'e}n, Joakim and Nock, Richard",
});

const software = (version: string) =>
  entry('software', 'cede', {
    title: '{cede}: decide when a model should hand a case to an expert',
    author: '{The cede maintainers}',
    version,
    url: 'https://github.com/cede-ml/cede',
  });

const CIFAR = entry('techreport', 'krizhevsky2009learning', {
  title: 'Learning Multiple Layers of Features from Tiny Images',
  author: 'Krizhevsky, Alex',
  institution: 'University of Toronto',
  year: '2009',
});

const MEDMNIST = entry('article', 'yang2023medmnist', {
  title:
    '{MedMNIST} v2: A large-scale lightweight benchmark for {2D} and {3D} biomedical image classification',
  author:
    'Yang, Jiancheng and Shi, Rui and Wei, Donglai and Liu, Zequan and Zhao, Lin and Ke, Bilian and Pfister, Hanspeter and Ni, Bingbing',
  journal: 'Scientific Data',
  volume: '10',
  number: '1',
  pages: '41',
  year: '2023',
});

const HAM10000 = entry('article', 'tschandl2018ham10000', {
  title:
    'The {HAM10000} dataset, a large collection of multi-source dermatoscopic images of common pigmented skin lesions',
  author: 'Tschandl, Philipp and Rosendahl, Cliff and Kittler, Harald',
  journal: 'Scientific Data',
  volume: '5',
  pages: '180161',
  year: '2018',
});

const KATHER = entry('article', 'kather2019predicting', {
  title:
    'Predicting survival from colorectal cancer histology slides using deep learning: A retrospective multicenter study',
  author: 'Kather, Jakob Nikolas and Krisam, Johannes and Charoentong, Pornpimol and others',
  journal: 'PLOS Medicine',
  volume: '16',
  number: '1',
  pages: 'e1002730',
  year: '2019',
});

const DIGITS = entry('misc', 'alpaydin1998optical', {
  title: 'Optical Recognition of Handwritten Digits',
  author: 'Alpaydin, E. and Kaynak, C.',
  howpublished: 'UCI Machine Learning Repository',
  year: '1998',
  doi: '10.24432/C50P49',
});

const DATASETS: Readonly<Record<string, readonly string[]>> = {
  digits: [DIGITS],
  cifar10: [CIFAR],
  cifar100: [CIFAR],
  'cifar100-coarse': [CIFAR],
  dermamnist: [MEDMNIST, HAM10000],
  pathmnist: [MEDMNIST, KATHER],
};

/** Every other dataset of the lab is one of MedMNIST's, which asks to cite its source as well. */
const OTHERS = [
  MEDMNIST,
  '% MedMNIST asks to cite the source of each of its datasets, too: see its page.',
];
