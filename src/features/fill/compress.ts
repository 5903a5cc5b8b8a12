/* The only door to browser-image-compression, which is loaded with the first photo. */
import { imageIterations, imageMaxSidePx, imageQuality, imageTargetKb } from '../../limits.ts'
import { files as words } from '../../messages/fill.ts'
import { isPicture } from './file-rules.ts'

/** Served by us: offline, and so that no photo meets a CDN's code. WARNING: the build puts it there. */
const libraryPath = '/vendor/browser-image-compression.js'

/** A photo as it is kept, and why it is the original when it could not be made smaller. */
export interface Compressed {
  readonly bytes: Blob
  readonly problem: string | null
}

/**
 * Makes a photo small enough for a slow network (5.18): `targetKb`, or the app's default when that is 0.
 * What is small enough already stays as it is, byte for byte; so does what cannot be compressed.
 * The target is not a promise: the library takes at most ten steps of 5 % in side and quality, so that a
 * detailed photo ends at 40 to 90 kB, still legible.
 */
export const compressImage = async (file: File, targetKb: number): Promise<Compressed> => {
  const maxKb = targetKb > 0 ? targetKb : imageTargetKb
  // A name and a type are only claims: what is inside decides.
  if (!(await isPicture(file))) return { bytes: file, problem: words.notAnImage }
  if (file.size <= maxKb * 1024) return { bytes: file, problem: null }
  try {
    const { default: imageCompression } = await import('browser-image-compression')
    const bytes = await imageCompression(file, {
      maxSizeMB: maxKb / 1024,
      maxWidthOrHeight: imageMaxSidePx,
      initialQuality: imageQuality,
      maxIteration: imageIterations,
      useWebWorker: true,
      // The worker has no base address of its own.
      libURL: new URL(libraryPath, import.meta.url).href,
    })
    return { bytes: bytes.size < file.size ? bytes : file, problem: null }
  } catch {
    // A format that this browser cannot read, or more pixels than it has room for.
    return { bytes: file, problem: words.keptAsIs(file.name) }
  }
}
