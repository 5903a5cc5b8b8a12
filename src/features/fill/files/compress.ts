/* The only door to browser-image-compression, which is loaded with the first photo. */
import type Compress from 'browser-image-compression'
import { imageIterations, imageMaxSidePx, imageQuality, imageTargetKb } from '../../../limits.ts'
import { files as words } from '../../../messages/interview/fill.ts'
import { isPicture } from './file-rules.ts'

/**
 * Served by us: offline, and so that no photo meets a CDN's code. The library's worker loads itself from there,
 * and so do we: one copy on the device. WARNING: the build puts it there.
 */
const libraryPath = '/vendor/browser-image-compression.js'

const loadLibrary = async (url: string): Promise<typeof Compress> => {
  await import(/* @vite-ignore */ url)
  const library: unknown = Reflect.get(globalThis, 'imageCompression')
  if (typeof library !== 'function') throw new Error('The compression library did not load.')
  return library as typeof Compress
}

/** A photo as it is kept, and why it is the original when it could not be made smaller. */
export interface Compressed {
  readonly bytes: Blob
  readonly problem: string | null
}

/** With each of its steps the library takes so much of the side and of the quality. */
const libraryStep = 0.95
/** By which a JPEG becomes smaller in one step, and from a camera's size to ours: as measured, a little too little. */
const shrinkPerStep = 0.87
const shrinkToFrame = 0.06
/** Left for the library to find the size by itself: what is foretold is not exact. */
const ownSteps = 2

/**
 * How many of the library's steps a photo of so many bytes will need at least. The library takes each from the
 * picture before, after one of full size; those that are foretold are skipped.
 */
const foretoldSteps = (bytes: number, maxBytes: number): number => {
  const steps = Math.log((bytes * shrinkToFrame) / maxBytes) / -Math.log(shrinkPerStep)
  return Math.max(0, Math.min(imageIterations - ownSteps, Math.floor(steps)))
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
    // The worker has no base address of its own.
    const libURL = new URL(libraryPath, import.meta.url).href
    const compress = await loadLibrary(libURL)
    // Other formats lose differently.
    const skipped = file.type === 'image/jpeg' ? foretoldSteps(file.size, maxKb * 1024) : 0
    const bytes = await compress(file, {
      maxSizeMB: maxKb / 1024,
      maxWidthOrHeight: Math.round(imageMaxSidePx * libraryStep ** skipped),
      initialQuality: imageQuality * libraryStep ** skipped,
      maxIteration: imageIterations - skipped,
      useWebWorker: true,
      libURL,
    })
    return { bytes: bytes.size < file.size ? bytes : file, problem: null }
  } catch {
    // A format that this browser cannot read, or more pixels than it has room for.
    return { bytes: file, problem: words.keptAsIs(file.name) }
  }
}
