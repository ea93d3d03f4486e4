/** "Handing 20 % of cases to the expert". */
export const inSentence = (name: string) => (name === 'expert' ? 'the expert' : name);

/** Whose a column is: nobody is called `large_right`. */
export const ownName = (column: string) =>
  column.replace(/(?<=.)[_ .-](correct|right|loss|label)$/i, '');
