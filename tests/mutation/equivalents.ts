/** Mutants that no test can kill, by id, each with the reason. */
export const equivalents: ReadonlyMap<string, string> = new Map([
  ['60e0c930', 'a query for none of the ids finds nothing'],
  ['5776a1d1', 'what is no address has no name, and stands for no file either'],
  ['1f24b5fb', 'JSON.stringify writes a number as String does'],
  ['1c4253a4', 'the count of the base is made anew, and no other count is compared'],
  ['8f7f5eaf', 'where nothing was freed, each document still has its bytes'],
  ['319d43aa', 'the rows of the page are not read'],
  ['d42478c0', 'it only reads sooner what is read anyway'],
  ['08b8a0ba', 'a file that is moved to where it is stays what it was'],
  ['7fdb657b', 'a kind without a case gives undefined, which is false too'],
  ['1c47ba37', 'the message of an ended session is not read'],
  ['afff937b', 'only the first item is read'],
  ['0c2c5530', 'only the kind "thrown" is asked for'],
  ['f7336ab1', 'only the kind "thrown" is asked for'],
  ['606834e2', 'an empty list is written over an empty one'],
  ['67dd9a95', 'the setting is written as it is'],
])
