/* The only door to browser-image-compression, which loads with the first photo. */
import type Compress from 'browser-image-compression'
import { imageIterations, imageMaxSidePx, imageQuality, imageTargetKb } from '../../../limits.ts'
import { files as words } from '../../../messages/interview/fill.ts'
import { isPicture } from './file-rules.ts'

/**
 * Served with the app, so that it works offline and no code of a CDN reads a photo. The library's worker loads it from
 * here too, so there is one copy on the device. WARNING: the build puts it there.
 */
const libraryPath = '/vendor/browser-image-compression.js'

const loadLibrary = async (url: string): Promise<typeof Compress> => {
  await import(/* @vite-ignore */ url)
  const library: unknown = Reflect.get(globalThis, 'imageCompression')
  if (typeof library !== 'function') throw new Error('The compression library did not load.')
  return library as typeof Compress
}

/** A photo as it is kept; `problem` says why it could not be made smaller. */
export interface Compressed {
  readonly bytes: Blob
  readonly problem: string | null
}

/** Each step of the library multiplies side and quality by this. */
const libraryStep = 0.95
/**
 * How much smaller a JPEG becomes in one step, and by scaling a camera's size to ours; measured, and set a little too
 * low.
 */
const shrinkPerStep = 0.87
const shrinkToFrame = 0.06
/** Steps left to the library, because the estimate is not exact. */
const ownSteps = 2

/**
 * Estimates how many of the library's steps a photo of this size needs at least. The library applies each step to the
 * previous picture, after one at full size; skipping the estimated steps saves that time.
 */
const estimatedSteps = (bytes: number, maxBytes: number): number => {
  const steps = Math.log((bytes * shrinkToFrame) / maxBytes) / -Math.log(shrinkPerStep)
  return Math.max(0, Math.min(imageIterations - ownSteps, Math.floor(steps)))
}

const maxBytesOf = (targetKb: number): number => (targetKb > 0 ? targetKb : imageTargetKb) * 1024

/** Whether a photo of so many bytes is larger than it is to be: `targetKb`, or the app's default for 0. */
export const isLarge = (bytes: number, targetKb: number): boolean => bytes > maxBytesOf(targetKb)

/** The longest side of a picture, in pixels; 0 for one that this browser cannot read. */
const longestSide = async (file: Blob): Promise<number> => {
  try {
    const picture = await createImageBitmap(file)
    const side = Math.max(picture.width, picture.height)
    picture.close()
    return side
  } catch {
    return 0
  }
}

/**
 * Makes a photo small enough for a slow network (5.18): `targetKb`, or the app's default for 0; `maxPixels` is its longest
 * side. A photo that is small enough, also in its longest side, or cannot be compressed, stays as it is, byte for byte. The target is not guaranteed: the library takes at
 * most ten steps of 5 % in side and quality, so a detailed photo ends at 40 to 90 kB, still legible.
 */
export const compressImage = async (
  file: File,
  targetKb: number,
  maxPixels = imageMaxSidePx,
): Promise<Compressed> => {
  // Name and type prove nothing, so the content decides.
  if (!(await isPicture(file))) return { bytes: file, problem: words.notAnImage }
  const isOwnFrame = maxPixels < imageMaxSidePx
  const isTooLarge = isLarge(file.size, targetKb)
  // A large photo is decoded once only, because a small phone lacks the memory for more.
  const isTooWide = !isTooLarge && isOwnFrame && (await longestSide(file)) > maxPixels
  if (!isTooLarge && !isTooWide) return { bytes: file, problem: null }
  const maxBytes = maxBytesOf(targetKb)
  try {
    // Absolute, because the worker has no base address.
    const libURL = new URL(libraryPath, import.meta.url).href
    const compress = await loadLibrary(libURL)
    // Other formats, and photos in another frame, shrink differently.
    const isUsual = file.type === 'image/jpeg' && !isOwnFrame
    const skipped = isUsual ? estimatedSteps(file.size, maxBytes) : 0
    const bytes = await compress(file, {
      maxSizeMB: maxBytes / (1024 * 1024),
      maxWidthOrHeight: Math.min(maxPixels, Math.round(imageMaxSidePx * libraryStep ** skipped)),
      initialQuality: imageQuality * libraryStep ** skipped,
      maxIteration: imageIterations - skipped,
      useWebWorker: true,
      libURL,
    })
    return { bytes: isTooWide || bytes.size < file.size ? bytes : file, problem: null }
  } catch {
    // A format that this browser cannot read, or too many pixels for its memory.
    return { bytes: file, problem: words.keptAsIs(file.name) }
  }
}
