/** The 2-D members of MedMNIST with one label an image: file sums and class names in label order. */
export interface MedmnistMember {
  readonly name: string;
  readonly title: string;
  readonly md5: string;
  readonly classes: readonly string[];
  readonly channels: 1 | 3;
  /** Images of the official file: train, validation, test. */
  readonly rows: readonly [number, number, number];
}

const ORGANS = [
  'bladder',
  'femur-left',
  'femur-right',
  'heart',
  'kidney-left',
  'kidney-right',
  'liver',
  'lung-left',
  'lung-right',
  'pancreas',
  'spleen',
];

/** By label order; `shape` is channels, then images of train, validation and test. */
const member = (
  name: string,
  title: string,
  md5: string,
  [channels, ...rows]: readonly [1 | 3, number, number, number],
  classes: readonly string[],
): MedmnistMember => ({ name, title, md5, classes, channels, rows });

export const MEDMNIST_MEMBERS: readonly MedmnistMember[] = [
  member(
    'pathmnist',
    'PathMNIST',
    'a8b06965200029087d5bd730944a56c1',
    [3, 89_996, 10_004, 7180],
    [
      'adipose',
      'background',
      'debris',
      'lymphocytes',
      'mucus',
      'smooth muscle',
      'normal colon mucosa',
      'cancer-associated stroma',
      'colorectal adenocarcinoma epithelium',
    ],
  ),
  member(
    'dermamnist',
    'DermaMNIST',
    '0744692d530f8e62ec473284d019b0c7',
    [3, 7007, 1003, 2005],
    [
      'actinic keratoses and intraepithelial carcinoma',
      'basal cell carcinoma',
      'benign keratosis-like lesions',
      'dermatofibroma',
      'melanoma',
      'melanocytic nevi',
      'vascular lesions',
    ],
  ),
  member(
    'octmnist',
    'OCTMNIST',
    'c68d92d5b585d8d81f7112f81e2d0842',
    [1, 97_477, 10_832, 1000],
    ['choroidal neovascularization', 'diabetic macular edema', 'drusen', 'normal'],
  ),
  member(
    'pneumoniamnist',
    'PneumoniaMNIST',
    '28209eda62fecd6e6a2d98b1501bb15f',
    [1, 4708, 524, 624],
    ['normal', 'pneumonia'],
  ),
  member(
    'retinamnist',
    'RetinaMNIST',
    'bd4c0672f1bba3e3a89f0e4e876791e4',
    [3, 1080, 120, 400],
    [...'01234'],
  ),
  member(
    'breastmnist',
    'BreastMNIST',
    '750601b1f35ba3300ea97c75c52ff8f6',
    [1, 546, 78, 156],
    ['malignant', 'normal or benign'],
  ),
  member(
    'bloodmnist',
    'BloodMNIST',
    '7053d0359d879ad8a5505303e11de1dc',
    [3, 11_959, 1712, 3421],
    [
      'basophil',
      'eosinophil',
      'erythroblast',
      'immature granulocytes',
      'lymphocyte',
      'monocyte',
      'neutrophil',
      'platelet',
    ],
  ),
  member(
    'tissuemnist',
    'TissueMNIST',
    'ebe78ee8b05294063de985d821c1c34b',
    [1, 165_466, 23_640, 47_280],
    [
      'collecting duct, connecting tubule',
      'distal convoluted tubule',
      'glomerular endothelial cells',
      'interstitial endothelial cells',
      'leukocytes',
      'podocytes',
      'proximal tubule segments',
      'thick ascending limb',
    ],
  ),
  member(
    'organamnist',
    'OrganAMNIST',
    '68e3f8846a6bd62f0c9bf841c0d9eacc',
    [1, 34_561, 6491, 17_778],
    ORGANS,
  ),
  member(
    'organcmnist',
    'OrganCMNIST',
    'b9ceb9546e10131b32923c5bbeaea2b1',
    [1, 12_975, 2392, 8216],
    ORGANS,
  ),
  member(
    'organsmnist',
    'OrganSMNIST',
    '9ab87b696fb54e2a387ebe992d6ed5f1',
    [1, 13_932, 2452, 8827],
    ORGANS,
  ),
];
