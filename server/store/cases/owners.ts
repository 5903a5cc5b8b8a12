/** An owner of cases, as it is stored: a surveyor or a group. */
export const userOwner = (userId: string): string => `user ${userId}`
export const groupOwner = (group: string): string => `group ${group}`
