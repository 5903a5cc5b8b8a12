/** Mutants that no test can kill, by id, each with the reason. */
export const equivalents: ReadonlyMap<string, string> = new Map([
  ['60e0c930', 'a query for none of the ids finds nothing'],
  ['5776a1d1', 'what is no address has no name, and stands for no file either'],
])
