/** "Handing 20 % of cases to the expert". */
export const inSentence = (name: string) => (name === 'expert' ? 'the expert' : name);
