/** The 2-D members of MedMNIST with one label an image: file sums and class names in label order. */
export interface MedmnistMember {
  readonly name: string;
  readonly title: string;
  readonly md5: string;
  readonly classes: readonly string[];
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

const member = (name: string, title: string, md5: string, classes: readonly string[]) => ({
  name,
  title,
  md5,
  classes,
});

export const MEDMNIST_MEMBERS: readonly MedmnistMember[] = [
  member('pathmnist', 'PathMNIST', 'a8b06965200029087d5bd730944a56c1', [
    'adipose',
    'background',
    'debris',
    'lymphocytes',
    'mucus',
    'smooth muscle',
    'normal colon mucosa',
    'cancer-associated stroma',
    'colorectal adenocarcinoma epithelium',
  ]),
  member('dermamnist', 'DermaMNIST', '0744692d530f8e62ec473284d019b0c7', [
    'actinic keratoses and intraepithelial carcinoma',
    'basal cell carcinoma',
    'benign keratosis-like lesions',
    'dermatofibroma',
    'melanoma',
    'melanocytic nevi',
    'vascular lesions',
  ]),
  member('octmnist', 'OCTMNIST', 'c68d92d5b585d8d81f7112f81e2d0842', [
    'choroidal neovascularization',
    'diabetic macular edema',
    'drusen',
    'normal',
  ]),
  member('pneumoniamnist', 'PneumoniaMNIST', '28209eda62fecd6e6a2d98b1501bb15f', [
    'normal',
    'pneumonia',
  ]),
  member('retinamnist', 'RetinaMNIST', 'bd4c0672f1bba3e3a89f0e4e876791e4', [...'01234']),
  member('breastmnist', 'BreastMNIST', '750601b1f35ba3300ea97c75c52ff8f6', [
    'malignant',
    'normal or benign',
  ]),
  member('bloodmnist', 'BloodMNIST', '7053d0359d879ad8a5505303e11de1dc', [
    'basophil',
    'eosinophil',
    'erythroblast',
    'immature granulocytes',
    'lymphocyte',
    'monocyte',
    'neutrophil',
    'platelet',
  ]),
  member('tissuemnist', 'TissueMNIST', 'ebe78ee8b05294063de985d821c1c34b', [
    'collecting duct, connecting tubule',
    'distal convoluted tubule',
    'glomerular endothelial cells',
    'interstitial endothelial cells',
    'leukocytes',
    'podocytes',
    'proximal tubule segments',
    'thick ascending limb',
  ]),
  member('organamnist', 'OrganAMNIST', '68e3f8846a6bd62f0c9bf841c0d9eacc', ORGANS),
  member('organcmnist', 'OrganCMNIST', 'b9ceb9546e10131b32923c5bbeaea2b1', ORGANS),
  member('organsmnist', 'OrganSMNIST', '9ab87b696fb54e2a387ebe992d6ed5f1', ORGANS),
];
