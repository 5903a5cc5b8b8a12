import { err, ok, type Result } from '../../replication/http/result.ts'
import type { MediaKind } from '../lib/worker/media.ts'
import { keepMediaOf } from '../lib/worker/messages.ts'
import type { CaptureEnv, CaptureFailure } from '../env.ts'
import { hasOwnReader, openCodeReader } from './code-reader.browser.ts'

/** How often a picture is searched for a code. */
const lookEveryMs = 150

/** Speech is understandable at this rate: 4 kB a second. */
const bitsPerSecond = 32_000

/** How often recorded bytes are delivered. */
const deliverEveryMs = 3000

/** The camera and the microphone of the browser. */
export const createCaptureEnv = (): CaptureEnv => ({
  keepMedia: kind => void askWorker(kind).catch(() => {}),
  scanCode: async (video, signal) => {
    // At the same time, because both take seconds.
    const opening = openCodeReader().catch(() => null)
    const camera = await openMedia({ video: { facingMode: 'environment' } })
    if (!camera.ok) return camera
    try {
      video.srcObject = camera.value
      await video.play()
      const reader = await opening
      if (reader === null) return err('no reader')
      while (!signal.aborted) {
        const [code] = await reader.detect(video).catch(() => [])
        if (code !== undefined && code.rawValue !== '') return ok(code.rawValue)
        await pause(lookEveryMs)
      }
      return err('stopped')
    } catch {
      // The video was removed from the page while it was starting.
      return err('stopped')
    } finally {
      stop(camera.value)
    }
  },
  record: async take => {
    const microphone = await openMedia({ audio: true })
    if (!microphone.ok) return microphone
    if (!('MediaRecorder' in globalThis)) {
      stop(microphone.value)
      return err('missing')
    }
    const recorder = new MediaRecorder(microphone.value, { audioBitsPerSecond: bitsPerSecond })
    recorder.addEventListener('dataavailable', ({ data }) => {
      // The recorder has its type only once it runs.
      if (data.size > 0) take(data.slice(0, data.size, recorder.mimeType))
    })
    const ended = new Promise<void>(resolve => {
      recorder.addEventListener('stop', () => {
        stop(microphone.value)
        resolve()
      })
    })
    recorder.start(deliverEveryMs)
    return ok({
      stop: () => {
        if (recorder.state !== 'inactive') recorder.stop()
      },
      ended,
    })
  },
})

/** The worker stores it, once it is active. */
const askWorker = async (kind: MediaKind): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  if (kind === 'barcode' && (await hasOwnReader())) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(keepMediaOf(kind))
}

const openMedia = async (
  wanted: MediaStreamConstraints,
): Promise<Result<MediaStream, CaptureFailure>> => {
  try {
    // Absent on a page without https.
    const media = (navigator as { readonly mediaDevices?: MediaDevices }).mediaDevices
    return media === undefined ? err('missing') : ok(await media.getUserMedia(wanted))
  } catch (error) {
    const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
    return err(isDenied ? 'denied' : 'missing')
  }
}

const stop = (stream: MediaStream): void => stream.getTracks().forEach(track => track.stop())

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
