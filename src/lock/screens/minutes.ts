/** The times without use that can be chosen, and the one that is offered first. */
export const minutesOffered = [1, 5, 15, 60] as const
export const minutesAtFirst = 5
