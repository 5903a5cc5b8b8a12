import type { Result } from '../../replication/http/result.ts'
import type { MediaKind } from '../pwa/media.ts'

/** Why the camera or the microphone cannot be used. */
export type CaptureFailure = 'denied' | 'missing'

/** Why no code was read; 'no reader': the code reader is not on this device. */
export type ScanFailure = CaptureFailure | 'no reader' | 'stopped'

/** A recording in progress. */
export interface Recording {
  /** Ends the recording. */
  readonly stop: () => void
  /** Resolves after the last bytes were delivered, even if the device itself ended the recording. */
  readonly ended: Promise<void>
}

/** What the app takes from the camera and the microphone; a part of Env. */
export interface CaptureEnv {
  /** Shows the camera in a video until it sees a barcode or QR code, or until `signal` is aborted. */
  readonly scanCode: (
    video: HTMLVideoElement,
    signal: AbortSignal,
  ) => Promise<Result<string, ScanFailure>>
  /** Stores the code of a kind of answer, in the background, for use without a network. */
  readonly keepMedia: (kind: MediaKind) => void
  /** Records the microphone. `take` receives the bytes, with their type, every few seconds. */
  readonly record: (take: (bytes: Blob) => void) => Promise<Result<Recording, CaptureFailure>>
}
