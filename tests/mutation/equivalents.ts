/** Mutants that no test can kill, by id, each with the reason. */
export const equivalents: ReadonlyMap<string, string> = new Map([])
