/** The model/expert pairs of the open tables that have class probabilities: table, model, expert. */
export const PAIRS = [
  ['cifar10h', 'lowacc_p*', 'human_single'],
  ['cifar10h', 'lowacc_p*', 'densenet190_p*'],
  ['cifar10h', 'resnet110_p*', 'human_single'],
  ['cifar10h', 'resnet110_p*', 'densenet190_p*'],
  ['snli_bert_roberta/snli', 'bert0_p*', 'roberta0_p*'],
  ['snli_bert_roberta/snli', 'bert1_p*', 'roberta2_p*'],
  ['hatespeech_human/hatespeech', 'base_p*', 'human_single'],
];
