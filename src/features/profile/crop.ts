/** A part of the rotated picture, in pixels from the corner of the box around it. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The side of the square picture in pixels, enough for the largest place that shows it. */
const sidePx = 512
const quality = 0.9

/** The size of the box around a rotated picture. */
export const turnedSize = (
  width: number,
  height: number,
  degrees: number,
): { readonly width: number; readonly height: number } => {
  const angle = (degrees * Math.PI) / 180
  const cos = Math.abs(Math.cos(angle))
  const sin = Math.abs(Math.sin(angle))
  return { width: cos * width + sin * height, height: sin * width + cos * height }
}

/** Cuts an area out of a rotated picture, as a square JPEG. Throws when the file is not a picture. */
export const cropToJpeg = async (file: Blob, area: Area, degrees: number): Promise<Blob> => {
  const picture = await createImageBitmap(file)
  try {
    const canvas = new OffscreenCanvas(sidePx, sidePx)
    const drawing = canvas.getContext('2d')
    if (drawing === null) throw new Error('This browser gives no canvas.')
    const box = turnedSize(picture.width, picture.height, degrees)
    // JPEG has no transparency: empty areas would turn black.
    drawing.fillStyle = '#ffffff'
    drawing.fillRect(0, 0, sidePx, sidePx)
    drawing.imageSmoothingQuality = 'high'
    drawing.scale(sidePx / area.width, sidePx / area.height)
    drawing.translate(-area.x, -area.y)
    drawing.translate(box.width / 2, box.height / 2)
    drawing.rotate((degrees * Math.PI) / 180)
    drawing.drawImage(picture, -picture.width / 2, -picture.height / 2)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality })
  } finally {
    picture.close()
  }
}
