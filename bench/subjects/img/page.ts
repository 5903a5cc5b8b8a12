import type Compress from 'browser-image-compression'
import { compressImage } from '../../../src/features/fill/files/compress.ts'
import { imageMaxSidePx, imageQuality } from '../../../src/limits.ts'

/** A generated photo, compressed by the product and by the smallest possible code. */

/** A photo of this size, with grain, so that it compresses no better than a real one. */
const makePhoto = async (width: number, height: number): Promise<File> => {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('There is no canvas.')
  const sky = context.createLinearGradient(0, 0, width, height)
  sky.addColorStop(0, '#8ab4f8')
  sky.addColorStop(0.5, '#c58a4a')
  sky.addColorStop(1, '#2e7d32')
  context.fillStyle = sky
  context.fillRect(0, 0, width, height)
  const grain = new ImageData(512, 512)
  for (let at = 0; at < grain.data.length; at += 4) {
    const light = (at * 2_654_435_761) % 255
    grain.data.set([light, light, light, 40], at)
  }
  const tile = await createImageBitmap(grain)
  context.fillStyle = context.createPattern(tile, 'repeat') ?? '#000'
  context.fillRect(0, 0, width, height)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' })
}

/** Decodes once, draws once, encodes once. */
const floor = async (file: File): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  const scale = imageMaxSidePx / Math.max(bitmap.width, bitmap.height)
  const canvas = new OffscreenCanvas(bitmap.width * scale, bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: imageQuality })
}

/** The library that the spec fixes, when the right size is known beforehand: it draws and encodes once. */
const library = async (file: File): Promise<Blob> => {
  const url = new URL('/vendor/browser-image-compression.js', location.href).href
  await import(/* @vite-ignore */ url)
  const compress: unknown = Reflect.get(globalThis, 'imageCompression')
  const limits = { maxWidthOrHeight: imageMaxSidePx, initialQuality: imageQuality }
  return (compress as typeof Compress)(file, { ...limits, useWebWorker: true, libURL: url })
}

let photo: File | null = null

const ways = {
  floor,
  library,
  product: async (file: File) => (await compressImage(file, 0)).bytes,
} satisfies Readonly<Record<string, (file: File) => Promise<Blob>>>

/** How a photo is made smaller. */
export type Way = keyof typeof ways

const subject = {
  prepare: async (width: number, height: number) => {
    photo = await makePhoto(width, height)
    return photo.size
  },
  shrink: async (way: Way) => {
    if (photo === null) throw new Error('There is no photo yet.')
    const started = performance.now()
    const bytes = await ways[way](photo)
    return { ms: performance.now() - started, bytes: bytes.size }
  },
}

export type Subject = typeof subject

Object.assign(globalThis, { subject })
