/** The current time, in epoch ms. Tests use their own clock. */
export type Clock = () => number

/** The clock of the machine. */
export const systemClock: Clock = () => Date.now()
