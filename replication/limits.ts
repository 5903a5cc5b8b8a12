/** The numbers of the spec's section 9 that concern the wire; units are in the names. */

/** Interactive reads: login, lists, details; also how long Submit waits (9.33, decisions 2). */
export const interactiveTimeoutMs = 8000
/** Queued sync requests (7.18, 9.4). */
export const syncTimeoutMs = 45_000
/** File uploads (7.16, 9.5). */
export const uploadTimeoutMs = 60_000

/** No request lasts longer: what was sent before that has been answered, or never will be. */
export const longestTimeoutMs = 60_000

/** So many submissions are on their way at once. */
export const answersAtOnce = 4
/** Files on a good network: small ones together, so that no upload has to share its minute with large ones. */
export const filesAtOnce = 4
export const fileBytesAtOnce = 1_000_000

/** After so many counted failures an item goes to Recovery (4.10, 9.6). */
export const maxTries = 3
/** The n-th counted failure waits n times this (4.10, 9.6). */
export const backoffStepMs = 5000
/** The longest pause between tries that the network, not the server, let fail. */
export const maxPauseMs = 60_000

/** What went to Recovery after all its tries returns by itself after this long, then twice that, and so on. */
export const returnPauseMs = 5 * 60_000
export const longestReturnPauseMs = 6 * 60 * 60_000

/** Pages of the submissions list (9.7). */
export const submissionsPage = 1000
export const refreshPage = 100
/** So many submissions that a page lacks are asked for at once; the next page goes on. */
export const absentAsked = 10
/** Pages of the forms list (7.11). */
export const formsPage = 1000

/** Fetched data is fresh this long (4.37, 9.8). */
export const freshMs = 2 * 60_000
/** Forms are refetched when the page becomes visible after this long (4.19, 9.23). */
export const formsVisibleMs = 5 * 60_000

/** How often files that nothing names any more are looked for. */
export const collectEveryMs = 24 * 60 * 60_000

/** A lease that is not extended ends after this long; requests extend it by their own time-out. */
export const leaseMs = 15_000
/** How soon to look again when another tab is at work. */
export const busyRetryMs = 1000
/** How much longer than a request its lease lasts. */
export const leaseGraceMs = 5000

/** An answer to a small request that takes this long, twice in a row, makes a network slow. */
export const slowAnswerMs = 3000
