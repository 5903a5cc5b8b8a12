/** The limits of section 9 of the spec that concern the server; units are in the names. */

/*
 * The times of requests are patience: a request ends when nothing of its answer came for so long. What it sends cannot be
 * watched, so its first byte counts from the start.
 */

/** For lists and details; also how long Submit waits, and a login until it says so (9.33, decisions 2). */
export const interactiveTimeoutMs = 8000
/** How long a login waits in all. */
export const loginTimeoutMs = 30_000
/** For requests from the outbox (7.18, 9.4). */
export const syncTimeoutMs = 45_000
/** For file uploads (7.16, 9.5). */
export const uploadTimeoutMs = 60_000

/** No request waits longer for its first byte, so one that is older has reached the server or never will. */
export const longestTimeoutMs = 60_000

/** The most submissions in flight at once, and where repeats are safe and the link is fast enough. */
export const answersAtOnce = 4
export const answersAtOnceMost = 12
/** The most uploads in flight on a good network. Few bytes, so that no upload shares its minute with a large one. */
export const filesAtOnce = 4
export const bytesAtOnce = 1_000_000
/** The most uploads in flight on a weak network, where repeats are safe and the link is fast enough. */
export const weakFilesAtOnce = 2
/**
 * Where the server takes files in pieces, a file from this size on goes so, and a smaller one after a request without an
 * answer. A link of 20 kbps carries less in the minute of a request.
 */
export const inPiecesBytes = 128 * 1024
/** The first piece, the least and the most, in bytes; in between as much as the link carries in this time. */
export const firstPieceBytes = 64 * 1024
export const leastPieceBytes = 16 * 1024
export const mostPieceBytes = 4 * 1024 * 1024
export const pieceMs = 15_000
/** The most files of one request, because servers limit them; PHP takes 20 unless it is set to more. */
export const filesPerRequest = 20

/** After this many counted failures an item goes to Recovery (4.10, 9.6). */
export const maxTries = 3
/** The pause after the n-th counted failure is n times this (4.10, 9.6). */
export const backoffStepMs = 5000
/** The pause after the n-th time that the device could not read a file is n times this. */
export const readAgainMs = 60_000
/** The longest time until the next try of an item. */
export const longestWaitMs = (maxTries - 1) * readAgainMs
/** How long a deletion is held on the device: as long as its Undo is shown. */
export const deletionHeldMs = 10_000
/** The longest pause after a failure of the network, and of an item whose requests have no answer. */
export const maxPauseMs = 60_000

/** An entry that used up its tries may return from Recovery after this pause, next time after twice that, and so on. */
export const returnPauseMs = 5 * 60_000
export const longestReturnPauseMs = 6 * 60 * 60_000

/** Rows per page of the submissions list (9.7). */
export const submissionsPage = 1000
export const refreshPage = 100
/** Cases per page. */
export const casesPage = 1000
/** A page that does not come is asked for in pages that are smaller by this factor, down to the least. */
export const smallerPage = 5
export const leastPage = 4
/** How many submissions that a page lacks are asked for; the next pull asks for more. */
export const absentAsked = 10
/** Forms per page of the forms list (7.11). */
export const formsPage = 1000

/** How long fetched data is fresh (4.37, 9.8). */
export const freshMs = 2 * 60_000
/** Forms are fetched again when the page becomes visible after this time (4.19, 9.23). */
export const formsVisibleMs = 5 * 60_000

/** How often files without an owner are looked for. */
export const collectEveryMs = 24 * 60 * 60_000

/** How long a lease lasts when it is not extended; each request extends it by its time-out. */
export const leaseMs = 15_000
/** The pause before trying again while another tab has the lease. */
export const busyRetryMs = 1000
/** How much longer a lease lasts than its request. */
export const leaseGraceMs = 5000
/** How long a lease counts as ours after it was read or written, so that not every request waits for the storage. */
export const leaseProofMs = 1000

/** Two answers in a row to small requests that take this long mean a slow network. */
export const slowAnswerMs = 3000
