/** CIFAR-100's 20 coarse classes in the order of their labels, and the five fine classes of each. */
const FINE_OF_COARSE: readonly (readonly [string, string])[] = [
  ['aquatic_mammals', 'beaver dolphin otter seal whale'],
  ['fish', 'aquarium_fish flatfish ray shark trout'],
  ['flowers', 'orchid poppy rose sunflower tulip'],
  ['food_containers', 'bottle bowl can cup plate'],
  ['fruit_and_vegetables', 'apple mushroom orange pear sweet_pepper'],
  ['household_electrical_devices', 'clock keyboard lamp telephone television'],
  ['household_furniture', 'bed chair couch table wardrobe'],
  ['insects', 'bee beetle butterfly caterpillar cockroach'],
  ['large_carnivores', 'bear leopard lion tiger wolf'],
  ['large_man-made_outdoor_things', 'bridge castle house road skyscraper'],
  ['large_natural_outdoor_scenes', 'cloud forest mountain plain sea'],
  ['large_omnivores_and_herbivores', 'camel cattle chimpanzee elephant kangaroo'],
  ['medium_mammals', 'fox porcupine possum raccoon skunk'],
  ['non-insect_invertebrates', 'crab lobster snail spider worm'],
  ['people', 'baby boy girl man woman'],
  ['reptiles', 'crocodile dinosaur lizard snake turtle'],
  ['small_mammals', 'hamster mouse rabbit shrew squirrel'],
  ['trees', 'maple_tree oak_tree palm_tree pine_tree willow_tree'],
  ['vehicles_1', 'bicycle bus motorcycle pickup_truck train'],
  ['vehicles_2', 'lawn_mower rocket streetcar tank tractor'],
];

export const COARSE_CLASSES: readonly string[] = FINE_OF_COARSE.map(([coarse]) => coarse);

/** The 100 fine classes; their labels number them alphabetically. */
export const FINE_CLASSES: readonly string[] = FINE_OF_COARSE.flatMap(([, fine]) =>
  fine.split(' '),
).sort();

/** The coarse group of each fine label. */
export const COARSE_OF_FINE: readonly number[] = FINE_CLASSES.map((name) =>
  FINE_OF_COARSE.findIndex(([, fine]) => fine.split(' ').includes(name)),
);

/** The fine labels of each coarse group, by the group's name. */
export const FINE_GROUPS: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  FINE_OF_COARSE.map(([coarse, fine]) => [
    coarse,
    fine.split(' ').map((name) => FINE_CLASSES.indexOf(name)),
  ]),
);
