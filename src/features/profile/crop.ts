/** A part of the turned picture, in pixels from the corner of the box that holds it. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The picture's side in pixels: large enough for the largest place it is shown at. */
const sidePx = 512
const quality = 0.9

/** The size of the box around a picture that was turned by some degrees. */
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

/** Cuts the chosen part out of a turned picture, as a square JPEG. Throws when it is no picture. */
export const cropToJpeg = async (file: Blob, area: Area, degrees: number): Promise<Blob> => {
  const picture = await createImageBitmap(file)
  try {
    const canvas = new OffscreenCanvas(sidePx, sidePx)
    const drawing = canvas.getContext('2d')
    if (drawing === null) throw new Error('This browser gives no canvas.')
    const box = turnedSize(picture.width, picture.height, degrees)
    // JPEG knows no transparency: what is empty would turn black.
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
