/** Now, in milliseconds since 1970. The tests bring their own. */
export type Clock = () => number

/** The clock of the machine. */
export const systemClock: Clock = () => Date.now()
