import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { qualityOf } from '../../replication/http/network-quality.ts'
import * as wire from '../../replication/limits.ts'
import { packetOf } from '../../replication/outbox/packets.ts'
import * as screen from '../../src/limits.ts'
import { storageText } from '../../src/messages/storage.ts'
import { relativeTime } from '../../src/messages/time.ts'
import { judgeToast, toastKey, type ToastMemory } from '../../src/ui/toast-rules.ts'

/** Spec 9 and 4.28: its numbers as in the code. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const megabyte = 1024 * 1024

test.each([
  ['9.1 app version', packageJson.version, '1.0.8'],
  ['9.2 session lifetime', screen.sessionMs, 572 * hour],
  ['9.3 account check', screen.accountCheckMs, 30 * second],
  ['9.4 sync request', wire.syncTimeoutMs, 45 * second],
  ['9.5 file upload', wire.uploadTimeoutMs, 60 * second],
  ['9.6 tries', wire.maxTries, 3],
  ['9.6 backoff', wire.backoffStepMs, 5 * second],
  ['9.7 submissions page', wire.submissionsPage, 1000],
  ['9.7 after a sync', wire.refreshPage, 100],
  ['9.8 fresh', wire.freshMs, 2 * minute],
  ['9.9 banner', screen.offlineBannerMs, 5 * second],
  ['9.10 mobile', screen.mobileBreakpointPx, 768],
  ['9.11 splash', screen.splashMs, 2500],
  ['9.11 fade', screen.splashFadeMs, 500],
  ['9.12 install prompt', screen.installPromptMs.first, 3 * second],
  ['9.12 re-shown', screen.installPromptMs.again, 5 * second],
  ['9.12 on localhost', screen.installPromptMs.localhost, second],
  ['9.12 again after', screen.installAgainMs, 24 * hour],
  ['9.13 update poll', screen.updatePollMs, 60 * second],
  ['9.13 fallback reload', screen.updateReloadMs, 10 * second],
  ['9.13 handshake', screen.updateHandshakeMs, 5 * second],
  ['9.14 swipe up', screen.swipeDismissPx, 50],
  ['9.15 password', screen.passwordMinLength, 8],
  ['9.15 password input', screen.passwordFieldMinLength, 6],
  ['9.16 fewest digits', screen.phoneMinDigits, 7],
  ['9.16 most digits', screen.phoneMaxDigits, 15],
  ['9.16 country code', screen.defaultDialCode, '+91'],
  ['9.17 image', screen.imageMaxBytes, 5 * megabyte],
  ['9.17 other file', screen.fileMaxBytes, 10 * megabyte],
  ['9.18 target', screen.imageTargetKb, 20],
  ['9.18 dimension', screen.imageMaxSidePx, 1920],
  ['9.18 quality', screen.imageQuality, 0.5],
  ['9.18 iterations', screen.imageIterations, 10],
  ['9.19 years back', screen.dateYearsBack, 150],
  ['9.19 years ahead', screen.dateYearsAhead, 10],
  ['9.20 location cache', screen.locationCacheMs, 5 * minute],
  ['9.21 retries', screen.locateRetries, 2],
  ['9.21 spaced', screen.locateRetryMs, second],
  ['9.22 survey retries', screen.surveyLoadRetries, 3],
  ['9.23 refetch', wire.formsVisibleMs, 5 * minute],
  ['9.24 recent submissions', screen.recentSubmissions, 5],
  ['9.24 projects', screen.shownProjects, 3],
  ['9.25 auth alert', screen.authAlertMs, 5 * second],
  ['9.26 reset', screen.submitNewResetMs, 1500],
  ['9.31 visible', screen.toastsVisible, 3],
  ['9.33 request', wire.interactiveTimeoutMs, 8 * second],
] as const)('%s', (_, value, spec) => {
  expect(value).toBe(spec)
})

test('9.21: the first position takes its time, the later ones less', () => {
  expect(screen.firstLocate).toEqual({
    highAccuracy: true,
    timeoutMs: 10 * second,
    maxAgeMs: 5 * minute,
  })
  expect(screen.laterLocate).toMatchObject({ timeoutMs: 8 * second, maxAgeMs: minute })
})

test('9.27: the picture can be zoomed from 1 to 2 and turned all the way round', () => {
  expect(screen.cropZoom).toEqual({ min: 1, max: 2, step: 0.01 })
  expect(screen.cropRotation).toMatchObject({ min: -180, max: 180 })
})

test('9.29: relative times', () => {
  const now = Date.UTC(2026, 10, 20, 12)
  const texts = [59 * second, minute, hour, 24 * hour, 29 * 24 * hour].map(age =>
    relativeTime(now - age, now),
  )
  expect(texts).toEqual(['Just now', '1m ago', '1h ago', '1d ago', '29d ago'])
  expect(relativeTime(now - 30 * 24 * hour, now)).toMatch(/2026/)
})

test('9.30: MB, or GB at 1000 MB or more', () => {
  expect(storageText(999.9 * megabyte)).toBe('999.9 MB')
  expect(storageText(1000 * megabyte)).toMatch(/^1\.0 GB$/)
})

test('9.31: how long toasts stay', () => {
  expect(screen.toastStaysMs).toMatchObject({ info: 3000, success: 3000, warning: 4000 })
})

test('9.32: the same toast is suppressed for 5 s, one about a time-out for 30 s', () => {
  const rules = {
    repeatMs: screen.toastRepeatMs,
    slowRepeatMs: screen.toastSlowRepeatMs,
    slowTexts: screen.toastSlowTexts,
    forgetMs: screen.toastForgetMs,
    sharedTexts: [],
  }
  const verdictAfter = (text: string, ms: number) => {
    const shown: ToastMemory = new Map([[toastKey('error', text), 0]])
    return judgeToast(shown, { kind: 'error', text, isVisible: false }, ms, rules).verdict
  }
  expect(verdictAfter('Failed.', 4999)).toBe('suppress')
  expect(verdictAfter('Failed.', 5000)).toBe('show')
  for (const text of ['timeout of the request', 'after 8000ms']) {
    expect(verdictAfter(text, 29_999)).toBe('suppress')
    expect(verdictAfter(text, 30_000)).toBe('show')
  }
})

const network = (connection: { effectiveType?: string; downlinkMbps?: number }, online = true) =>
  qualityOf({ isOnline: () => online, connection: () => connection })

test.each([
  [{ effectiveType: 'slow-2g' }, 'very-slow'],
  [{ effectiveType: '2g' }, 'slow'],
  [{ effectiveType: '3g' }, 'medium'],
  [{ effectiveType: '4g' }, 'fast'],
  [{ downlinkMbps: 0.49 }, 'very-slow'],
  [{ downlinkMbps: 0.5 }, 'slow'],
  [{ downlinkMbps: 1.5 }, 'medium'],
  [{ downlinkMbps: 5 }, 'fast'],
] as const)('4.28: %j is %s', (connection, quality) => {
  expect(network(connection)).toBe(quality)
  expect(network(connection, false)).toBe('offline')
})

test.each([
  ['very-slow', false, [2048, 3000, 60_000]],
  ['slow', false, [5120, 2000, 45_000]],
  ['medium', false, [10_240, 1000, 30_000]],
  ['fast', false, null],
  ['offline', false, null],
  ['fast', true, [1024, 2000, 30_000]],
] as const)('9.34: packets on a network that is %s, forced: %s', (quality, forced, spec) => {
  const packet = packetOf(quality, forced)
  expect(packet && [packet.bytes, packet.intervalMs, packet.timeoutMs]).toEqual(spec)
})
