/** What was tried for gates that are not met, by bench; shown only while one of them is missed. */
export const tried: Readonly<Record<string, string>> = {}
