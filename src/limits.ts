/** The numbers of the spec's section 9 that concern the screen; the names include the units. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const megabyte = 1024 * 1024

/** A session lasts this long from login (4.26, 9.2). */
export const sessionMs = 572 * hourMs
/** The account is checked at most this often (4.27, 9.3). */
export const accountCheckMs = 30_000
/** The offline banner hides by itself (2.shell.1, 9.9). */
export const offlineBannerMs = 5000
/** The alert of a failed login hides by itself (8.9, 9.25). */
export const authAlertMs = 5000
/** Narrower windows count as mobile (9.10). */
export const mobileBreakpointPx = 768
/**
 * From this width on, a screen may have two columns. CSS repeats the number, because a media query cannot use a
 * constant.
 */
export const twoColumnsPx = 900
/** How long after Submit & New the form is idle again (4.2, 9.26). */
export const submitNewResetMs = 1500
/** Rows of the dashboard and the projects screen (9.24). */
export const recentSubmissions = 5
export const shownProjects = 3
/** How often loading a survey may be retried (9.22). */
export const surveyLoadRetries = 3
/** Largest files (5.17, 9.17). */
export const imageMaxBytes = 5 * megabyte
export const fileMaxBytes = 10 * megabyte
/** The longest recording: some 3 MB of speech. */
export const recordingMaxMs = 10 * minuteMs
/** Image compression (5.18, 9.18). */
export const imageTargetKb = 20
export const imageMaxSidePx = 1920
export const imageQuality = 0.5
export const imageIterations = 10
/** Phone numbers (5.14, 9.16). */
export const phoneMinDigits = 7
export const phoneMaxDigits = 15
export const defaultDialCode = '+91'
/** Passwords: of accounts (5.6, 9.15) and in PASSWORD fields (5.15). */
export const passwordMinLength = 8
export const passwordFieldMinLength = 6
/** Long, because someone who finds the file can try passphrases without limit. */
export const backupPassphraseMin = 12
/** Dates: how many years back and ahead (5.16, 9.19). */
export const dateYearsBack = 150
export const dateYearsAhead = 10
/** A position is reused this long (4.29, 9.20). */
export const locationCacheMs = 5 * minuteMs
/** The first attempt to find the position, and the later ones (9.21). */
export const firstLocate = { highAccuracy: true, timeoutMs: 10_000, maxAgeMs: 5 * minuteMs }
export const laterLocate = { highAccuracy: true, timeoutMs: 8000, maxAgeMs: minuteMs }
export const locateRetries = 2
/** How long a requested position is read, and how often. */
export const readPositionForMs = minuteMs
export const readPositionMs = 20_000
export const readPositionEveryMs = 1000
export const locateRetryMs = 1000
/** How long a toast stays (9.31; the spec leaves out errors, which must stay readable). */
export const toastStaysMs = { info: 3000, success: 3000, warning: 4000, error: 5000 }
/** A toast with a button stays long enough to be read and reached. */
export const toastActionStaysMs = 10_000
export const toastsVisible = 3
/** How long the same toast is not repeated, longer for time-outs, and when it is forgotten (9.32). */
export const toastRepeatMs = 5000
export const toastSlowRepeatMs = 30_000
export const toastForgetMs = 15_000
export const toastSlowTexts = ['timeout', '8000ms']
/** The editor of the profile picture (2.profile.2, 9.27). */
export const cropZoom = { min: 1, max: 2, step: 0.01 }
export const cropRotation = { min: -180, max: 180, step: 1 }
/** From this many megabytes on, storage is shown in gigabytes (9.30). */
export const storageGigabyteAtMb = 1000
/** The minimum time of the splash, and of its fading (2.splash-install-and-update.1, 9.11). */
export const splashMs = 2500
export const splashFadeMs = 500
/** The delay of the install prompt: the first time, after a dismissal, on localhost (4.30, 9.12). */
export const installPromptMs = { first: 3000, again: 5000, localhost: 1000 }
/** After a dismissal the install prompt stays away this long (4.30, 9.12). */
export const installAgainMs = 24 * hourMs
/** How often the app looks for a new version (4.31, 9.13). */
export const updatePollMs = 60_000
/** How long a waiting worker may take to answer, and to take over the page (4.31, 9.13). */
export const updateHandshakeMs = 5000
export const updateReloadMs = 10_000
/** How far up a card is swiped to dismiss it (9.14). */
export const swipeDismissPx = 50
/**
 * Storage counts as low from this share of the quota on, or with less free space than this, because photos may soon not
 * fit.
 */
export const storageLow = { share: 0.9, freeBytes: 50 * megabyte }
/** How often the free space on the device is measured. */
export const roomPollMs = minuteMs
/** How many bytes are freed at once when a write finds no room. */
export const evictBytes = 20 * megabyte
/** With more free space than this, a little of it is reserved for answers. */
export const reserveAboveBytes = 20 * megabyte
/** 'Ready for the field': the size of a photo, and how many photos a day needs. */
export const readyPhotoBytes = 500 * 1024
export const readyPhotos = 50
/** How far the device's clock may differ from the server's. */
export const readyClockMs = 2 * minuteMs
/** The device counts as ready only while its unsent work is younger than this. */
export const readySyncMs = 24 * hourMs

/** How many drafts a home screen shows at first. */
export const shownDrafts = 3
/** Work that has waited longer than this to be sent needs attention. */
export const longWaitMs = 24 * 3_600_000
